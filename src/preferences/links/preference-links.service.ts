import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { LinkKeys } from './link-keys.service.js';
import { isExpired, type LinkClaims, readClaims, readToken, toToken } from './link-token.js';

/** Makes and reads the tokens of links with which people choose what they receive, without signing in. */
@Injectable()
export class PreferenceLinks {
  private made: SecretBox | undefined;

  constructor(
    private readonly keys: LinkKeys,
    private readonly clock: Clock,
  ) {}

  /** Makes tokens. The store is asked once for each process. */
  async signer(): Promise<(claims: LinkClaims) => string> {
    const box = await this.box();
    return (claims) => toToken(claims, box);
  }

  /** What a token says; undefined for one that was not made here, was changed, or has expired. */
  async read(token: string): Promise<LinkClaims | undefined> {
    return readToken(token, await this.box(), this.clock.now());
  }

  /** What a token says, and whether it has expired; undefined for one that was not made here, or was changed. */
  async readAny(token: string): Promise<{ claims: LinkClaims; isExpired: boolean } | undefined> {
    const claims = readClaims(token, await this.box());
    return claims && { claims, isExpired: isExpired(claims, this.clock.now()) };
  }

  private async box(): Promise<SecretBox> {
    this.made ??= new SecretBox(await this.keys.key());
    return this.made;
  }
}

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { retryLostWrite } from '../../platform/persistence/writes.js';
import { LinkKey } from './link-key.schema.js';
import { isExpired, type LinkClaims, readClaims, readToken, toToken } from './link-token.js';

const KEY_ID = 'preferences';
const KEY_BYTES = 32;

/** Makes and reads the tokens of links with which people choose what they receive, without signing in. */
@Injectable()
export class PreferenceLinks {
  private loading: Promise<SecretBox> | undefined;

  constructor(
    @InjectModel(LinkKey.name) private readonly keys: Model<LinkKey>,
    private readonly secretBox: SecretBox,
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
    this.loading ??= this.load();
    try {
      return await this.loading;
    } catch (error) {
      this.loading = undefined;
      throw error;
    }
  }

  /** Of several processes that start together, the first makes the key. */
  private async load(): Promise<SecretBox> {
    const sealedKey = this.secretBox.seal(randomBytes(KEY_BYTES).toString('hex'), KEY_ID);
    const stored = await retryLostWrite(() =>
      this.keys
        .findOneAndUpdate({ _id: KEY_ID }, { $setOnInsert: { sealedKey } }, { upsert: true, returnDocument: 'after' })
        .lean(),
    );
    return new SecretBox(this.secretBox.open(stored.sealedKey, KEY_ID));
  }
}

import { Injectable, UnauthorizedException } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { SessionTokens } from '../../inbox-widget/sessions/session-tokens.service.js';
import type { SessionClaims } from '../../inbox-widget/sessions/session-claims.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';

/** Somebody who may connect. */
export interface Admission {
  session: SessionClaims;
  /** When the token runs out. */
  until: Date;
}

/** Decides who may connect (behaviour O1). */
@Injectable()
export class AdmissionService {
  constructor(
    private readonly tokens: SessionTokens,
    private readonly subscribers: SubscribersService,
  ) {}

  /** Undefined for a token that is not good, or whose subscriber is gone. Throws when that cannot be known now. */
  async admit(token: string): Promise<Admission | undefined> {
    const session = await this.claimsOf(token);
    if (!session) return undefined;
    const { environment, subscriberInternalId: id } = session;
    if ((await this.subscribers.findByIds(environment, [id])).size === 0) return undefined;
    return { session, until: new Date(decodeJwt(token).exp! * 1000) };
  }

  private async claimsOf(token: string): Promise<SessionClaims | undefined> {
    try {
      return await this.tokens.verify(token);
    } catch (error) {
      if (error instanceof UnauthorizedException) return undefined;
      throw error;
    }
  }
}

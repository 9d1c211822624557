import { Injectable, UnauthorizedException } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { SubscriberSessions } from '../../widget/sessions/subscriber-sessions.service.js';
import type { LiveSession } from '../connections/live-connection.js';

/** Decides who may connect (behaviour O1). */
@Injectable()
export class AdmissionService {
  constructor(private readonly sessions: SubscriberSessions) {}

  /** Undefined for a token that is not good, or whose subscriber is gone. Throws when that cannot be known now. */
  async admit(token: string): Promise<LiveSession | undefined> {
    try {
      const { environment, subscriber, contextKeys } = await this.sessions.resume(token);
      return { environment, subscriberId: subscriber._id, contextKeys, until: new Date(decodeJwt(token).exp! * 1000) };
    } catch (error) {
      if (error instanceof UnauthorizedException) return undefined;
      throw error;
    }
  }
}

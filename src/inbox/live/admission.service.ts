import { Injectable, UnauthorizedException } from '@nestjs/common';
import { decodeJwt } from 'jose';
import type { Types } from 'mongoose';
import { SubscriberSessions } from '../widget/sessions/session.guard.js';
import type { LiveSession } from './connections.js';
import { parseId } from '../../platform/ids.js';

/** Decides which clients may connect (behaviour O1). */
@Injectable()
export class AdmissionService {
  constructor(private readonly sessions: SubscriberSessions) {}

  /** Undefined for an invalid token, or one whose subscriber no longer exists. Throws when the store is unreachable. */
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

/** The part of a Socket.IO handshake that is used. */
interface Handshake {
  readonly query: Readonly<Record<string, unknown>>;
  readonly auth: Readonly<Record<string, unknown>>;
}

/** The session token: `token` of the query, as inbox widgets send it, or of `auth`. Empty when there is none. */
export function tokenOf({ query, auth }: Handshake): string {
  return textOf(query['token']) ?? textOf(auth['token']) ?? '';
}

/** The last notification the client knows (behaviour O6): `after` of `auth` or of the query; undefined when it is not an id. */
export function afterOf({ query, auth }: Handshake): Types.ObjectId | undefined {
  const id = textOf(auth['after']) ?? textOf(query['after']) ?? '';
  return parseId(id);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyRequest } from 'fastify';
import type { Model } from 'mongoose';
import { Clock, later } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { readCookies } from '../../platform/http/cookies.js';
import { ExpiringCache } from '../../platform/expiring-cache.js';
import { CredentialCaches } from '../credential-caches.service.js';
import { Account } from './account.schema.js';
import { hashSessionToken, PersonSession } from './person-session.schema.js';

/** Seconds for which a process trusts a session it has read, also when the notice of its end is lost. */
const CACHE_SECONDS = 1;
const CACHED_SESSIONS = 1000;
/** `lastSeenAt` is stored at most this often. */
const SEEN_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;

interface KnownSession {
  session: PersonSession;
  account: Account;
}

/** Looks up the sessions of people by the token in their cookie or `Authorization: Bearer` header. */
@Injectable()
export class PersonSessions {
  private readonly known: ExpiringCache<KnownSession>;

  constructor(
    @InjectModel(PersonSession.name) private readonly sessions: Model<PersonSession>,
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly config: Config,
    private readonly clock: Clock,
    caches: CredentialCaches,
  ) {
    this.known = new ExpiringCache(clock, CACHE_SECONDS, CACHED_SESSIONS);
    caches.add(() => this.known.clear());
  }

  /**
   * The session and account of a token; undefined when it is unknown, has ended or was not used for too long. `isUse`: false
   * for a look whether it has ended, which does not prolong it.
   */
  async find(token: string, isUse = true): Promise<KnownSession | undefined> {
    const tokenHash = hashSessionToken(token);
    const found = await this.known.getOrLoad(tokenHash, () => this.load(tokenHash));
    if (!found) return undefined;
    const { session } = found;
    const now = this.clock.now();
    if (session.expiresAt <= now || session.lastSeenAt <= idleSince(now, this.config)) return undefined;
    if (isUse) await this.markSeen(session, now);
    return found;
  }

  private async load(tokenHash: string): Promise<KnownSession | undefined> {
    const session = await this.sessions.findOne({ tokenHash }).lean();
    if (!session) return undefined;
    const { organizationId, accountId: _id } = session;
    const account = await this.accounts.findOne({ _id, organizationId }).lean();
    return account && (account.sessionVersion ?? 0) === (session.version ?? 0) ? { session, account } : undefined;
  }

  private async markSeen(session: PersonSession, now: Date): Promise<void> {
    if (now.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
    session.lastSeenAt = now;
    await this.sessions.updateOne({ _id: session._id }, { $max: { lastSeenAt: now } });
  }
}

/** A session without a request since then has ended. */
export function idleSince(now: Date, { personSessionIdleMinutes }: Pick<Config, 'personSessionIdleMinutes'>): Date {
  return later(now, -personSessionIdleMinutes * MINUTE_MS);
}

/** Name of the cookie with the token: one for each port, because browsers send cookies to all ports of a host. */
export function sessionCookieName({ port }: Pick<FastifyRequest, 'port'>): string {
  return `carillon-session-${port ?? 80}`;
}

/** The token of a person's session, and whether a browser added it by itself. */
export interface SessionToken {
  token: string;
  fromCookie: boolean;
}

/** The token of the session that a request is sent in, if any. A header is preferred to a cookie. */
export function readSessionToken(request: Pick<FastifyRequest, 'headers' | 'port'>): SessionToken | undefined {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { token: bearer, fromCookie: false };
  const [found] = readCookies(request, sessionCookieName(request));
  return found ? { token: found, fromCookie: true } : undefined;
}

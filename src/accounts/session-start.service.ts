import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Model, Types } from 'mongoose';
import { AuditTrail, originOf, personActor } from '../audit/audit-trail.service.js';
import { Account } from '../auth/people/account.schema.js';
import { hashSessionToken, PersonSession } from '../auth/people/person-session.schema.js';
import { readSessionToken, sessionCookieName } from '../auth/people/person-sessions.service.js';
import { Clock, DAY_MS, later } from '../platform/clock.js';
import { Config } from '../platform/config/config.js';
import { OwnSessions } from './sessions/own-sessions.service.js';

const TOKEN_BYTES = 32;
const MAX_USER_AGENT = 300;

/** A session that has begun. */
export interface StartedSession {
  session: PersonSession;
  /** For programs alone: browsers have it in a cookie that pages cannot read. */
  token?: string;
}

/** Starts sessions of people who have proven who they are, and ends them in their browsers. */
@Injectable()
export class SessionStart {
  constructor(
    @InjectModel(PersonSession.name) private readonly sessions: Model<PersonSession>,
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly own: OwnSessions,
    private readonly trail: AuditTrail,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * As {@link start}, for an operation that is open to everyone: the audit trail gets the person from here. The session that
   * the browser had before ends.
   */
  async signIn(
    account: Account,
    operation: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StartedSession> {
    const former = readSessionToken(request);
    if (former?.fromCookie) await this.own.endReplaced(account.organizationId, former.token);
    const started = await this.start(account, request, reply);
    await this.trail.record({
      organizationId: account.organizationId,
      kind: 'session',
      actor: personActor(account),
      origin: originOf(request),
      operation,
      method: request.method,
      route: request.routeOptions.url,
      resource: 'session',
      resourceIds: [started.session._id],
    });
    return started;
  }

  /**
   * Stores a new session, sets its cookie and returns its token to programs. A token that the browser had is never used on. `account` as
   * it was read before the proof: when the password has changed since, the session is not valid.
   */
  async start(
    { _id: accountId, organizationId, sessionVersion }: Account,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StartedSession> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = this.clock.now();
    const session: PersonSession = {
      _id: new Types.ObjectId(),
      organizationId,
      accountId,
      tokenHash: hashSessionToken(token),
      version: sessionVersion ?? 0,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: later(now, this.config.personSessionDays * DAY_MS),
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT),
    };
    await this.sessions.insertOne(session);
    await this.accounts.updateOne({ _id: accountId }, { $max: { signedInAt: now } });
    this.setCookie(request, reply, token, session.expiresAt);
    return isFromBrowser(request) ? { session } : { session, token };
  }

  /** Removes the cookie from the browser. */
  clearCookie(request: FastifyRequest, reply: FastifyReply): void {
    this.setCookie(request, reply, '', new Date(0));
  }

  private setCookie(request: FastifyRequest, reply: FastifyReply, token: string, expires: Date): void {
    const secure = isOverTls(request, this.config) ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${sessionCookieName(request)}=${token}; Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax${secure}`,
    );
  }
}

/** Whether browsers reach this service by TLS, so that they may be told to send a cookie by TLS alone. */
export function isOverTls(
  { protocol }: Pick<FastifyRequest, 'protocol'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): boolean {
  return protocol === 'https' || publicUrl?.startsWith('https:') === true;
}

/** Browsers send one of these with every such request of a page; programs send none. */
function isFromBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { parseId } from '../../platform/ids.js';
import { PersonCaller } from '../../auth/caller.js';
import { CredentialCaches } from '../../auth/credential-caches.service.js';
import { Environment } from '../../auth/environment.schema.js';
import { Account } from '../../auth/people/account.schema.js';
import { hashSessionToken, PersonSession } from '../../auth/people/person-session.schema.js';
import { idleSince } from '../../auth/people/person-sessions.service.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { unauthorized } from '../../platform/http/admission.js';
import { type OwnSessionDto, type SignedInDto, toOwnSessionDto, toSignedInDto } from './session.dto.js';

/** Sessions that are listed; older ones still work until they end. */
const MAX_LISTED = 100;

/**
 * The sessions of a person: what they show, and their end, which all processes hear of at once (behaviour AC3). One that is
 * being marked as used at this moment ends, too: with deleteOne, servers other than MongoDB would delete nothing then.
 */
@Injectable()
export class OwnSessions {
  constructor(
    @InjectModel(PersonSession.name) private readonly sessions: Model<PersonSession>,
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly caches: CredentialCaches,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Who the person of a request is now, and what they may do. */
  async describe({ userId, organizationId, sessionId }: PersonCaller): Promise<SignedInDto> {
    const [account, session] = await Promise.all([
      this.accounts.findOne({ _id: userId, organizationId }).lean(),
      this.sessions.findOne({ _id: sessionId, organizationId }).lean(),
    ]);
    if (!account || !session) throw unauthorized('The session has ended', 'Sign in with `POST /v1/session`.');
    return this.describeStarted(account, session);
  }

  async describeStarted(account: Account, session: PersonSession): Promise<SignedInDto> {
    const { organizationId } = account;
    const environments = await this.environments.find({ organizationId }, { apiKeys: 0 }).sort({ _id: 1 }).lean();
    return toSignedInDto(new PersonCaller(account, session._id), account, session, environments, this.config);
  }

  /** Those that have not ended, newest first. */
  async list(person: PersonCaller): Promise<OwnSessionDto[]> {
    const { userId: accountId, organizationId } = person;
    const account = await this.accounts.findOne({ _id: accountId, organizationId }, { sessionVersion: 1 }).lean();
    const now = this.clock.now();
    const version = account?.sessionVersion ?? 0;
    const found = await this.sessions
      .find({
        accountId,
        organizationId,
        version: version === 0 ? { $in: [0, null] } : version,
        expiresAt: { $gt: now },
        lastSeenAt: { $gt: idleSince(now, this.config) },
      })
      .sort({ createdAt: -1 })
      .limit(MAX_LISTED)
      .lean();
    return found.map((session) => toOwnSessionDto(session, person));
  }

  /** Throws 404 when the person has no such session. */
  async end({ userId: accountId, organizationId }: PersonCaller, id: string): Promise<void> {
    const _id = parseId(id);
    const ended = _id && (await this.sessions.deleteMany({ _id, accountId, organizationId }));
    if (!ended?.deletedCount) throw new NotFoundException(`Session '${id.slice(0, 100)}' was not found`);
    this.caches.withdrawn(accountId);
  }

  /** That of the request; no failure when it has just ended otherwise. */
  async endCurrent({ userId: accountId, organizationId, sessionId: _id }: PersonCaller): Promise<void> {
    await this.sessions.deleteMany({ _id, accountId, organizationId });
    this.caches.withdrawn(accountId);
  }

  /** All but the one of the request. */
  async endOthers({ userId: accountId, organizationId, sessionId }: PersonCaller): Promise<void> {
    await this.sessions.deleteMany({ accountId, organizationId, _id: { $ne: sessionId } });
    this.caches.withdrawn(accountId);
  }

  /** All of an account, whose `sessionVersion` was raised by the write that made this necessary. */
  async endAll({ _id: accountId, organizationId }: Pick<Account, '_id' | 'organizationId'>): Promise<void> {
    this.caches.withdrawn(accountId);
    await this.sessions.deleteMany({ accountId, organizationId });
  }

  /** The session that a browser had until it signed in again. */
  async endReplaced(organizationId: Types.ObjectId, token: string): Promise<void> {
    const own = { organizationId, tokenHash: hashSessionToken(token) };
    const ended = await this.sessions.findOne(own, { accountId: 1 }).lean();
    if (!ended) return;
    await this.sessions.deleteMany(own);
    this.caches.withdrawn(ended.accountId);
  }
}

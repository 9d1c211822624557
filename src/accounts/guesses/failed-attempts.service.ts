import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { Actor } from '../../audit/audit-entry.schema.js';
import { actorOf, AuditTrail, originOf } from '../../audit/audit-trail.service.js';
import type { Change } from '../../audit/changes.js';
import { Pseudonyms } from '../../audit/pseudonyms.service.js';
import type { AuthenticatedRequest } from '../../auth/environment-ref.js';
import { Account } from '../../auth/people/account.schema.js';
import { Clock, HOUR_MS, later } from '../../platform/clock.js';
import { isDuplicateKey } from '../../platform/persistence/writes.js';
import { noteworthy, sourceOf, WINDOW_MS } from './guess-limits.js';
import type { Attempt, Guesser } from './guesses.service.js';
import { attemptsId, SignInAttempts } from './sign-in-attempts.schema.js';

/** Entries about failed attempts that an organization gets in an hour, from all addresses together. */
export const MAX_ENTRIES_PER_HOUR = 100;

/** What was wrong: the password, or that there is an account at all; the code; or the way of signing in. */
export type Failure = 'password' | 'code' | 'password sign-in is not allowed' | 'single sign-on';

/**
 * Writes entries of the audit trail about attempts to sign in that failed, so few that nobody can fill the trail with them
 * (behaviour AU9). Whether there is an account makes no difference to whether there is an entry, nor to what it costs.
 */
@Injectable()
export class FailedAttempts {
  constructor(
    @InjectModel(SignInAttempts.name) private readonly attempts: Model<SignInAttempts>,
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly trail: AuditTrail,
    private readonly pseudonyms: Pseudonyms,
    private readonly clock: Clock,
  ) {}

  /** A password or code was wrong; `account` is the one with the email that was tried, if there is one. */
  async guessed(
    request: AuthenticatedRequest,
    { guesser, taken }: Attempt,
    failure: Failure,
    account: Account | null,
  ): Promise<void> {
    const noted = noteworthy(taken.map(({ scope, after }) => ({ scope, failures: after.failures })));
    if (!noted) return;
    const changes = [
      { path: 'failures', after: noted.failures },
      ...(noted.isSlowed ? [{ path: 'slowed', after: noted.scope }] : []),
    ];
    // In a session it is its person who proves the own password once more.
    const operation = request.caller ? 'Session_proof' : 'Session_create';
    await this.record(request, guesser, operation, failure, account, changes);
  }

  /** Somebody who has proven who they are was refused: noted once in a window for the email and the address together. */
  async refused(request: AuthenticatedRequest, guesser: Guesser, operation: string, failure: Failure): Promise<void> {
    const { organizationId, email, address } = guesser;
    if (!(await this.isFirst(attemptsId(organizationId, 'refused', email, sourceOf(address))))) return;
    const account = await this.accounts.findOne({ organizationId, email }).lean();
    await this.record(request, guesser, operation, failure, account, []);
  }

  private async record(
    request: AuthenticatedRequest,
    { organizationId, email }: Guesser,
    operation: string,
    failure: Failure,
    account: Account | null,
    changes: Change[],
  ): Promise<void> {
    const now = this.clock.now();
    const hour = Math.floor(now.getTime() / HOUR_MS);
    const count = await this.countEntry(organizationId, hour, now);
    if (count > MAX_ENTRIES_PER_HOUR) return;
    // Anybody can enter any email, also a password by mistake.
    const pseudonym = this.pseudonyms.of(email);
    const somebody: Actor = account
      ? { type: 'anonymous', id: account._id.toHexString(), name: account.email }
      : { type: 'anonymous', name: pseudonym };
    const until = { path: 'furtherOnesLeftOutUntil', after: new Date((hour + 1) * HOUR_MS).toISOString() };
    await this.trail.record({
      organizationId,
      kind: 'session',
      result: 'refused',
      actor: request.caller ? actorOf(request.caller) : somebody,
      origin: originOf(request),
      operation,
      method: request.method,
      route: request.routeOptions.url,
      resource: 'session',
      resourceIds: account ? [account._id, account.email] : [pseudonym],
      changes: {
        changes: [{ path: 'failed', after: failure }, ...changes, ...(count === MAX_ENTRIES_PER_HOUR ? [until] : [])],
      },
    });
  }

  /**
   * Number of this entry in its hour; one that is above the limit is not counted. The write names the number before it: a
   * number that an upsert returns may be that of a concurrent one on servers other than MongoDB.
   */
  private async countEntry(organizationId: Types.ObjectId, hour: number, now: Date): Promise<number> {
    const _id = attemptsId(organizationId, 'entries', String(hour));
    for (;;) {
      const { failures = 0 } = (await this.attempts.findOne({ _id }, { failures: 1 }).lean()) ?? {};
      if (failures >= MAX_ENTRIES_PER_HOUR) return failures + 1;
      if (failures === 0) {
        const first = { _id, failures: 1, nextAt: now, expiresAt: later(now, 2 * HOUR_MS) };
        if (await this.isInserted(first)) return 1;
      } else {
        const { matchedCount } = await this.attempts.updateOne({ _id, failures }, { $inc: { failures: 1 } });
        if (matchedCount === 1) return failures + 1;
      }
    }
  }

  private async isInserted(document: SignInAttempts): Promise<boolean> {
    try {
      await this.attempts.insertOne(document);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Of concurrent calls for one window, in all processes, one gets true. */
  private async isFirst(_id: string): Promise<boolean> {
    const now = this.clock.now();
    const window = { failures: 1, nextAt: now, expiresAt: later(now, WINDOW_MS) };
    try {
      await this.attempts.updateOne({ _id, expiresAt: { $lte: now } }, { $set: window }, { upsert: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock, DAY_MS, later } from '../../platform/clock.js';
import { TooManyRequestsException } from '../../platform/errors/exceptions.js';
import { KeyedMutex } from '../../platform/scheduling/keyed-semaphore.js';
import { isDuplicateKey } from '../../platform/persistence/writes.js';
import { type Attempts, type Scope, sourceOf, waitsUntil, withOneMore } from './guess-limits.js';
import { attemptsId, SignInAttempts } from './sign-in-attempts.schema.js';

/** Days for which an address counts as known to an account that has signed in from it. */
const KNOWN_DAYS = 30;

/** Who tries to prove that they are the owner of an account. The account may not exist. */
export interface Guesser {
  organizationId: Types.ObjectId;
  /** In the form in which accounts store it. */
  email: string;
  /** Where the request comes from. */
  address: string;
}

interface Counted {
  scope: Scope;
  id: string;
}

interface Taken extends Counted {
  before?: Attempts;
  after: Attempts;
}

/** An attempt that has begun, and counts as failed until it is reported as right. */
export interface Attempt {
  guesser: Guesser;
  /** The person has signed in from this address before. */
  isKnown: boolean;
  taken: Taken[];
}

/**
 * Counts attempts to prove a password in the store, for all processes together, and slows those who fail (behaviour AC5,
 * AC6). An attempt is counted before the password is looked at. Each count is changed by a write that names the state
 * before it, so that concurrent attempts are all counted.
 */
@Injectable()
export class Guesses {
  private readonly turns = new KeyedMutex();

  constructor(
    @InjectModel(SignInAttempts.name) private readonly attempts: Model<SignInAttempts>,
    private readonly clock: Clock,
  ) {}

  /** Throws 429 with the time to wait when too many have failed. */
  async begin(guesser: Guesser): Promise<Attempt> {
    // Concurrent attempts in this process would only repeat each other's writes; those from elsewhere are not waited for.
    return this.turns.run(`${guesser.email} ${sourceOf(guesser.address)}`, async () => {
      const { counted, stored, isKnown } = await this.look(guesser);
      const now = this.clock.now();
      const waits = counted.flatMap(({ id }) => waitsUntil(stored.get(id), now) ?? []);
      if (waits.length > 0) throw this.refusal(waits, now);
      const taken: Taken[] = [];
      for (const one of counted) {
        const result = await this.take(one, stored.get(one.id));
        if ('waits' in result) {
          await this.takeBack({ taken });
          throw this.refusal([result.waits], this.clock.now());
        }
        taken.push(result);
      }
      return { guesser, isKnown, taken };
    });
  }

  /** The attempt was right: failures of the account from this address are forgotten, and the address is known to it. */
  async succeeded({ guesser, taken }: Attempt): Promise<void> {
    const ofBoth = taken.find(({ scope }) => scope === 'account and address');
    await this.takeBack({ taken: taken.filter((one) => one !== ofBoth) });
    // A guess may be counted at this moment: then servers other than MongoDB delete nothing with deleteOne.
    if (ofBoth) await this.attempts.deleteMany({ _id: ofBoth.id });
    const now = this.clock.now();
    const known = { failures: 0, nextAt: now, expiresAt: later(now, KNOWN_DAYS * DAY_MS) };
    await this.attempts.updateOne({ _id: knownId(guesser) }, { $set: known }, { upsert: true });
  }

  /** The password is another one now: failures of the account, from this address and from anywhere, are forgotten. */
  async forget({ organizationId, email, address }: Guesser): Promise<void> {
    const ofBoth = attemptsId(organizationId, 'account and address', email, sourceOf(address));
    await this.attempts.deleteMany({ _id: { $in: [ofBoth, attemptsId(organizationId, 'account', email)] } });
  }

  /** The attempt does not count: nothing was proven wrong. */
  async takeBack({ taken }: Pick<Attempt, 'taken'>): Promise<void> {
    for (const { id, before, after } of taken) {
      const { matchedCount } = await this.attempts.updateOne(
        { _id: id, failures: after.failures, nextAt: after.nextAt },
        { $set: before ?? { ...after, failures: 0, nextAt: this.clock.now() } },
      );
      if (matchedCount === 0)
        await this.attempts.updateOne({ _id: id, failures: { $gt: 0 } }, { $inc: { failures: -1 } });
    }
  }

  /**
   * What the attempt is counted for, and what is stored about it. From a known address only the account together with
   * the address counts, so that nobody elsewhere can slow its owner.
   */
  private async look(
    guesser: Guesser,
  ): Promise<{ counted: Counted[]; stored: Map<string, Attempts>; isKnown: boolean }> {
    const { organizationId, email } = guesser;
    const source = sourceOf(guesser.address);
    const ofBoth: Counted = {
      scope: 'account and address',
      id: attemptsId(organizationId, 'account and address', email, source),
    };
    const wider: Counted[] = [
      { scope: 'account', id: attemptsId(organizationId, 'account', email) },
      { scope: 'address', id: attemptsId(organizationId, 'address', source) },
    ];
    const known = knownId(guesser);
    const ids = [...[ofBoth, ...wider].map(({ id }) => id), known];
    const found = await this.attempts.find({ _id: { $in: ids } }).lean();
    const stored = new Map(found.map((one) => [one._id, stateOf(one)]));
    const isKnown = (stored.get(known)?.expiresAt ?? 0) > this.clock.now();
    return { counted: isKnown ? [ofBoth] : [ofBoth, ...wider], stored, isKnown };
  }

  /** Counts one more, or returns until when it has to wait, because others have been counted meanwhile. */
  private async take(counted: Counted, stored: Attempts | undefined): Promise<Taken | { waits: Date }> {
    const { id, scope } = counted;
    for (let before = stored; ; before = await this.read(id)) {
      const now = this.clock.now();
      const waits = waitsUntil(before, now);
      if (waits) return { waits };
      const after = withOneMore(before, scope, now);
      if (await this.replace(id, before, after)) return { ...counted, ...(before && { before }), after };
    }
  }

  private async read(_id: string): Promise<Attempts | undefined> {
    const found = await this.attempts.findOne({ _id }).lean();
    return found ? stateOf(found) : undefined;
  }

  /** Whether the state was still the one before. */
  private async replace(_id: string, before: Attempts | undefined, after: Attempts): Promise<boolean> {
    if (before) {
      const { failures, nextAt, expiresAt } = before;
      const { matchedCount } = await this.attempts.updateOne({ _id, failures, nextAt, expiresAt }, { $set: after });
      return matchedCount === 1;
    }
    try {
      await this.attempts.insertOne({ _id, ...after });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private refusal(waits: readonly Date[], now: Date): TooManyRequestsException {
    const milliseconds = Math.max(...waits.map((until) => until.getTime() - now.getTime()));
    const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
    const unit = seconds === 1 ? 'second' : 'seconds';
    return new TooManyRequestsException(
      `Too many attempts have failed. The next one is possible in ${seconds} ${unit}.`,
      seconds,
    );
  }
}

function stateOf({ failures, nextAt, expiresAt }: SignInAttempts): Attempts {
  return { failures, nextAt, expiresAt };
}

function knownId({ organizationId, email, address }: Guesser): string {
  return attemptsId(organizationId, 'known', email, sourceOf(address));
}

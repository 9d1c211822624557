import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { PersonCaller } from '../../auth/caller.js';
import type { AuthenticatedRequest } from '../../auth/environment-ref.js';
import { Account } from '../../auth/people/account.schema.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { Turn } from '../../platform/scheduling/limited-work.js';
import { Passwords } from '../passwords.js';
import { FailedAttempts } from './failed-attempts.service.js';
import { sourceOf } from './guess-limits.js';
import { type Attempt, type Guesser, Guesses } from './guesses.service.js';

/** A person who has proven the password of an account, and the attempt, which counts as failed until it is reported. */
export interface Proof {
  account: Account;
  attempt: Attempt;
}

/** Checks passwords, and slows guessing down, also with the session of the person. */
@Injectable()
export class PasswordProof {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly guesses: Guesses,
    private readonly failed: FailedAttempts,
    private readonly passwords: Passwords,
  ) {}

  /**
   * Undefined for a wrong password, an unknown email, and an account without a password: all of them take as many store
   * commands and one hash. Throws 429 when too many attempts have failed, or too many passwords are being checked.
   */
  async prove(request: AuthenticatedRequest, guesser: Guesser, password: string): Promise<Proof | undefined> {
    const attempt = await this.guesses.begin(guesser);
    const { account, isRight } = await this.check(attempt, password, turnOf(request, attempt));
    if (account && isRight) return { account, attempt };
    await this.failed.guessed(request, attempt, 'password', account);
    return undefined;
  }

  /** Checks the password of a signed-in person before an operation that needs more than a session. Throws 422. */
  async proveOwn(request: AuthenticatedRequest, person: PersonCaller, field: string, password: string): Promise<Proof> {
    const { organizationId, name: email } = person;
    const proof = await this.prove(request, { organizationId, email, address: request.ip }, password);
    if (!proof) throw ValidationException.of(field, `${field} is wrong, or the account has no password`);
    return proof;
  }

  private async check(
    attempt: Attempt,
    password: string,
    turn: Turn,
  ): Promise<{ account: Account | null; isRight: boolean }> {
    const { organizationId, email } = attempt.guesser;
    try {
      const account = await this.accounts.findOne({ organizationId, email }).lean();
      return { account, isRight: await this.passwords.verify(password, account?.password, turn) };
    } catch (error) {
      // The check itself has failed, so the attempt does not count.
      await this.guesses.takeBack(attempt);
      throw error;
    }
  }
}

/** Those who are known here go first, each person for themselves; strangers take turns by where they are. */
function turnOf({ caller }: AuthenticatedRequest, { guesser, isKnown }: Attempt): Turn {
  const source = sourceOf(guesser.address);
  return isKnown || caller ? { key: `${guesser.email} ${source}`, isKnown: true } : { key: source, isKnown: false };
}

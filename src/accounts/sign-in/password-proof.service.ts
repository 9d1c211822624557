import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { PersonCaller } from '../../auth/caller.js';
import { Account } from '../../auth/people/account.schema.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { verifyPassword } from '../passwords.js';
import { type Attempt, type Guesser, Guesses } from './guesses.service.js';

/** A person who has proven the password of an account, and the attempt, which counts as failed until it is reported. */
export interface Proof {
  account: Account;
  attempt: Attempt;
}

/** Checks passwords. Whoever guesses is slowed, also with the session of the person. */
@Injectable()
export class PasswordProof {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly guesses: Guesses,
  ) {}

  /**
   * Undefined for a wrong password, an unknown email, and an account without a password: all of them take as many store
   * commands and one hash. Throws 429 when too many attempts have failed, or too many passwords are being checked.
   */
  async prove(guesser: Guesser, password: string): Promise<Proof | undefined> {
    const attempt = await this.guesses.begin(guesser);
    const { organizationId, email } = guesser;
    try {
      const account = await this.accounts.findOne({ organizationId, email }).lean();
      return (await verifyPassword(password, account?.password)) && account ? { account, attempt } : undefined;
    } catch (error) {
      // It was not found out whether the password is right.
      await this.guesses.takeBack(attempt);
      throw error;
    }
  }

  /** The password of a person who has signed in, before what a stolen session must not do. Throws 422 for a wrong one. */
  async proveOwn(person: PersonCaller, address: string, field: string, password: string): Promise<Proof> {
    const { organizationId, name: email } = person;
    const proof = await this.prove({ organizationId, email, address }, password);
    if (!proof) throw ValidationException.of(field, `${field} is wrong, or the account has no password`);
    return proof;
  }
}

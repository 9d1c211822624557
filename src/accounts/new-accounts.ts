import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { User } from '../auth/organizations/organization.schema.js';
import { Account } from '../auth/people/account.schema.js';
import { PersonSession } from '../auth/people/person-session.schema.js';
import { Clock } from '../platform/clock.js';
import { normalEmail } from './email.js';
import { isDuplicateKey, retryLostWrite } from '../platform/persistence/writes.js';

/** What an account begins with. */
export type NewAccount = Pick<Account, 'organizationId' | 'email' | 'role'> &
  Partial<Pick<Account, 'name' | 'environmentRoles' | 'password' | 'identity' | 'rolesFrom'>>;

/** Makes accounts. */
@Injectable()
export class NewAccounts {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    @InjectModel(User.name) private readonly users: Model<User>,
    @InjectModel(PersonSession.name) private readonly sessions: Model<PersonSession>,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes an account, and the user of the same id who is shown where the person changes something. Somebody who was a
   * member before has that user already. Throws 409 when the address has an account: of concurrent calls one succeeds.
   */
  async create({ email, ...given }: NewAccount): Promise<Account> {
    const { organizationId } = given;
    const name = normalEmail(email);
    const { _id } = await retryLostWrite(() =>
      this.users
        .findOneAndUpdate(
          { organizationId, name },
          { $setOnInsert: { organizationId, name } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean()
        .orFail(),
    );
    const now = this.clock.now();
    const account = await this.insert({ _id, ...given, email: name });
    // Of a former account of the person: should one have been started while that was removed, it must not come back.
    await this.sessions.deleteMany({ accountId: _id, createdAt: { $lt: now } });
    return account;
  }

  private async insert(fields: NewAccount & Pick<Account, '_id'>): Promise<Account> {
    try {
      return (await this.accounts.create(fields)).toObject();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new ConflictException(`'${fields.email}' is a member already`);
    }
  }
}

import { randomUUID } from 'node:crypto';
import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { Account } from '../../auth/people/account.schema.js';
import { Clock, later } from '../../platform/clock.js';
import { TryAgainException } from '../../platform/errors/exceptions.js';

/** A mark this old was left behind by a process that died. */
const FORGOTTEN_MS = 60_000;

/**
 * Keeps an organization from losing its last owner, without transactions. Removing or demoting an owner first marks the
 * account as departing, and then looks for another owner without a mark. Of two that depart concurrently, the one that
 * looks last sees the mark of the other, so both never leave. The write that follows is made under the mark. It changes
 * nothing if the process was halted until its mark was removed as forgotten.
 */
@Injectable()
export class OwnerDepartures {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly clock: Clock,
  ) {}

  /**
   * Calls `leave` with the filter under which it must write, and returns what that returns. Throws 409 for the last owner,
   * and while a concurrent request removes or changes this one or the only other one.
   */
  async depart<Result>(
    { _id, organizationId, email }: Pick<Account, '_id' | 'organizationId' | 'email'>,
    leave: (marked: QueryFilter<Account>) => Promise<Result | null>,
  ): Promise<Result> {
    const now = this.clock.now();
    const token = randomUUID();
    await this.accounts.updateMany(
      { organizationId, 'departure.at': { $lte: later(now, -FORGOTTEN_MS) } },
      { $unset: { departure: 1 } },
    );
    const { matchedCount } = await this.accounts.updateOne(
      { _id, organizationId, role: 'owner', departure: { $exists: false } },
      { $set: { departure: { token, at: now } } },
    );
    if (matchedCount === 0) throw new TryAgainException(`'${email}' is just being changed, try again`);
    const marked = { _id, organizationId, 'departure.token': token };
    try {
      await this.assertAnotherStays({ _id, organizationId });
      const result = await leave(marked);
      if (result === null) throw new TryAgainException(`'${email}' is just being changed, try again`);
      return result;
    } finally {
      await this.accounts.updateOne(marked, { $unset: { departure: 1 } });
    }
  }

  private async assertAnotherStays({ _id, organizationId }: Pick<Account, '_id' | 'organizationId'>): Promise<void> {
    const others = { organizationId, role: 'owner' as const, _id: { $ne: _id } };
    if (await this.accounts.exists({ ...others, departure: { $exists: false } })) return;
    if (await this.accounts.exists(others))
      throw new TryAgainException('The only other owner is just being changed, try again');
    throw new ConflictException({
      message: 'This is the last owner',
      error: 'Conflict',
      hint: 'An organization keeps at least one owner. Make another member an owner first.',
    });
  }
}

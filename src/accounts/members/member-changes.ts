import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import type { AccountRoles } from '../../auth/account-roles.js';
import { CredentialCaches } from '../../auth/credential-caches.service.js';
import { Account } from '../../auth/people/account.schema.js';
import { PersonSession } from '../../auth/people/person-session.schema.js';
import { TryAgainException, notFound } from '../../platform/errors/exceptions.js';
import { OneTimeLinks } from '../links/one-time-links.js';
import { OwnerDepartures } from './owner-departures.js';

/** What can be changed of a member; an empty name removes it. */
export type MemberChange = AccountRoles & Pick<Account, 'name'>;

/**
 * Changes and removes members. Callers check the permission before. Other processes notice when
 * they receive a notice, and without it when a cached session expires, after a second.
 */
@Injectable()
export class MemberChanges {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    @InjectModel(PersonSession.name) private readonly sessions: Model<PersonSession>,
    private readonly departures: OwnerDepartures,
    private readonly links: OneTimeLinks,
    private readonly caches: CredentialCaches,
  ) {}

  /**
   * Changes a member as it was read. Links that concern the password of a member whose role changes end: they may have been
   * made by somebody who may not reset the new one. Throws 409 for the last owner and for a concurrent change of the role.
   */
  async update(account: Account, { name, role, environmentRoles }: MemberChange): Promise<Account> {
    const givesRoles = !isSame(account, { role, environmentRoles });
    const update = {
      $set: { role, environmentRoles, ...(name && { name }) },
      // Roles that are given here no longer follow groups of the OpenID provider.
      $unset: { ...(givesRoles && { rolesFrom: 1 as const }), ...(!name && { name: 1 as const }) },
    };
    const write = (filter: QueryFilter<Account>) =>
      this.accounts.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean();
    const leaves = account.role === 'owner' && role !== 'owner';
    const updated = leaves ? await this.departures.depart(account, write) : await write(asRead(account));
    if (!updated) throw await this.lost(account);
    if (givesRoles) {
      await this.links.endOf(account);
      this.caches.withdrawn(account._id);
    }
    return updated;
  }

  /**
   * Removes a member with all sessions and links. The user of the same id stays, so that changes keep their name. Throws 409
   * for the last owner and for a concurrent change of the role.
   */
  async remove(account: Account): Promise<void> {
    const write = (filter: QueryFilter<Account>) => this.accounts.findOneAndDelete(filter).lean();
    const removed =
      account.role === 'owner' ? await this.departures.depart(account, write) : await write(asRead(account));
    if (!removed) throw await this.lost(account);
    await this.endSessions(account);
    await this.links.endOf(account);
  }

  /** Signs a person out everywhere. */
  async endSessions({ _id: accountId, organizationId }: Pick<Account, '_id' | 'organizationId'>): Promise<void> {
    await this.sessions.deleteMany({ accountId, organizationId });
    this.caches.withdrawn(accountId);
  }

  /** Why a write has not found the account as it was read. */
  private async lost({ _id, organizationId, email }: Account): Promise<Error> {
    return (await this.accounts.exists({ _id, organizationId }))
      ? new TryAgainException(`'${email}' is just being changed, try again`)
      : notFound('Member', _id);
  }
}

/** With the role that was checked: without it, an owner could be demoted by a request that saw no owner. */
function asRead({ _id, organizationId, role }: Account): QueryFilter<Account> {
  return { _id, organizationId, role };
}

function isSame(one: AccountRoles, other: AccountRoles): boolean {
  const text = ({ role, environmentRoles }: AccountRoles): string =>
    JSON.stringify([role, ...environmentRoles.map((given) => `${given.environmentId} ${given.role}`)]);
  return text(one) === text(other);
}

import { ForbiddenException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { AccountRoles } from '../../auth/account-roles.js';
import { fromHex, parseId } from '../../platform/ids.js';
import { CredentialCaches } from '../../auth/credential-caches.service.js';
import { Environment } from '../../auth/environment.schema.js';
import { Account } from '../../auth/people/account.schema.js';
import { PersonSession } from '../../auth/people/person-session.schema.js';
import type { Role } from '../../auth/permissions.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import type { ProviderPerson } from './claims.js';
import { type GrantedRoles, rolesOfGroups } from './group-roles.js';
import { OidcSettings } from './oidc-settings.js';

/** The roles that people have by their groups at the OpenID provider. */
@Injectable()
export class ProviderRoles {
  constructor(
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    @InjectModel(PersonSession.name) private readonly sessions: Model<PersonSession>,
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly settings: OidcSettings,
    private readonly caches: CredentialCaches,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * The roles of a person's groups, or the default role; undefined when there is none. A missing claim counts as no groups:
   * some providers leave it out for people who are in none.
   */
  async rolesOf(organizationId: Types.ObjectId, { groups = [] }: ProviderPerson): Promise<GrantedRoles | undefined> {
    const pairs = this.settings.provider?.groupRoles ?? [];
    const own = pairs.filter(({ group }) => groups.includes(group));
    const names = own.flatMap(({ environment }) => environment ?? []);
    const roles = rolesOfGroups(groups, own, await this.environmentIds(organizationId, names));
    if (own.length > 0) return roles;
    const role: Role | 'none' = this.config.oidcDefaultRole;
    return role === 'none' ? undefined : { role, environmentRoles: new Map() };
  }

  /**
   * Gives an account whose roles come from the provider those of the person's groups, and returns it. Roles that were given
   * here stay. When no group has a role any more, the sessions of the account end and this throws 403. The last owner stays
   * one.
   */
  async follow(account: Account, person: ProviderPerson, granted: GrantedRoles | undefined): Promise<Account> {
    if (account.rolesFrom !== 'provider') return account;
    if (!granted) {
      await this.endSessions(account);
      throw this.refusalFor(person);
    }
    const roles = toStored(granted);
    if (areEqual(account, roles)) return account;
    const { _id, organizationId } = account;
    const isDemoted = account.role === 'owner' && roles.role !== 'owner';
    if (isDemoted && !(await this.hasOwner(organizationId, _id))) {
      this.logger.warn({ accountId: _id }, LAST_OWNER);
      return account;
    }
    const changed = await this.store(account, roles);
    // Two owners may lose the role at the same moment, each because there was the other: then both stay owners.
    if (!isDemoted || (await this.hasOwner(organizationId))) return changed;
    this.logger.warn({ accountId: _id }, LAST_OWNER);
    return this.store(account, account);
  }

  /** 403 for a person without a role. */
  refusalFor({ groups }: Pick<ProviderPerson, 'groups'>): ForbiddenException {
    const claim = this.config.oidcGroupsClaim;
    return new ForbiddenException({
      message:
        groups === undefined
          ? `You have no role here: the provider says no groups of you in the claim '${claim}'`
          : 'You have no role here: none of your groups at the provider has one',
      error: 'Sign-in failed',
      hint: 'An administrator adds you to a group that has a role in OIDC_ROLES, or sets OIDC_DEFAULT_ROLE.',
    });
  }

  private async environmentIds(organizationId: Types.ObjectId, names: readonly string[]): Promise<Map<string, string>> {
    if (names.length === 0) return new Map();
    const ids = names.flatMap((name) => parseId(name) ?? []);
    const $or = [{ name: { $in: names } }, { identifier: { $in: names } }, { _id: { $in: ids } }];
    const found = await this.environments.find({ organizationId, $or }, { name: 1, identifier: 1 }).lean();
    const byName = new Map(
      found.flatMap(({ _id, name, identifier }) => {
        const id = _id.toHexString();
        return [name, identifier, id].map((one) => [one, id] as const);
      }),
    );
    const unknown = names.filter((name) => !byName.has(name));
    if (unknown.length > 0)
      this.logger.warn(
        { environments: unknown },
        'OIDC_ROLES names environments that do not exist; what a group may do less there, it may do less everywhere',
      );
    return byName;
  }

  private async endSessions({ _id: accountId, organizationId }: Account): Promise<void> {
    await this.sessions.deleteMany({ accountId, organizationId });
    this.caches.withdrawn(accountId);
  }

  /** Whether the organization has an owner, besides the account of this id. */
  private async hasOwner(organizationId: Types.ObjectId, besides?: Types.ObjectId): Promise<boolean> {
    const others = besides === undefined ? {} : { _id: { $ne: besides } };
    return (await this.accounts.exists({ organizationId, role: 'owner', ...others })) !== null;
  }

  /** Nothing is stored when the roles were changed here at this moment: that counts. */
  private async store({ _id, organizationId }: Account, { role, environmentRoles }: AccountRoles): Promise<Account> {
    const $set = { role, environmentRoles };
    await this.accounts.updateOne({ _id, organizationId, rolesFrom: 'provider' }, { $set });
    this.caches.withdrawn(_id);
    const account = await this.accounts.findOne({ _id, organizationId }).lean();
    if (!account) throw this.refusalFor({});
    return account;
  }
}

const LAST_OWNER = 'The last owner stays one, although their groups at the provider say otherwise';

/** The roles as accounts have them. */
export function toStored({ role, environmentRoles }: GrantedRoles): AccountRoles {
  return {
    role,
    environmentRoles: [...environmentRoles].map(([id, inEnvironment]) => ({
      environmentId: fromHex(id),
      role: inEnvironment,
    })),
  };
}

function areEqual(one: AccountRoles, other: AccountRoles): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf({ role, environmentRoles }: AccountRoles): string {
  const inEnvironments = environmentRoles.map((one) => `${one.environmentId} ${one.role}`);
  return [role, ...inEnvironments.toSorted()].join();
}

import type { Types } from 'mongoose';
import { type AccountRoles, roleOf, rolesAllow } from './account-roles.js';
import type { ApiKey } from './environment.schema.js';
import type { Account } from './people/account.schema.js';
import { KEY_PERMISSIONS, type Requirement, type Role } from './permissions.js';

/** Who sends a request: the holder of an API key, or a person who has signed in. */
export type Caller = KeyCaller | PersonCaller;

const ALL_KEY_PERMISSIONS: ReadonlySet<Requirement> = new Set<Requirement>(KEY_PERMISSIONS);

/** What guests may do: read the outbox, and empty it. */
const GUEST_PERMISSIONS: readonly Requirement[] = ['notifications:read', 'notifications:write'];

/**
 * A person with a browser that opened an address which this machine has printed. A guest has no account, and may use
 * only the few operations that are open to guests.
 */
export class GuestCaller {
  readonly kind = 'guest';
  readonly name = 'A browser on this machine';
  readonly id = undefined;
  readonly userId = undefined;

  constructor(readonly organizationId: Types.ObjectId) {}

  /** Guests are at this machine alone, where all environments are. */
  reaches(_environmentId: Types.ObjectId): boolean {
    return true;
  }

  mayInOrganization(_requirement: Requirement): boolean {
    return false;
  }

  /** Of the operations that are open to guests, all. */
  may(requirement: Requirement, _environmentId?: Types.ObjectId): boolean {
    return GUEST_PERMISSIONS.includes(requirement);
  }
}

/** The holder of an API key. */
export class KeyCaller {
  readonly kind = 'key';
  /** Name that was given to the key; undefined for keys without one. */
  readonly name: string | undefined;
  /** The user for whom the key was made. */
  readonly userId: Types.ObjectId;
  /** The account of the person who answers for the key, if somebody does. */
  readonly accountId: Types.ObjectId | undefined;
  /** The end of the key, if it has one. */
  readonly expiresAt: Date | undefined;
  /** Whether the key may do in the whole organization what it may do in its environment. */
  readonly isOrganizationWide: boolean;
  private readonly permissions: ReadonlySet<Requirement>;

  /** `maker`: the present roles of the person who answers for the key; undefined where nobody does. */
  constructor(
    /** Public id of the key. */
    readonly id: string,
    { name, userId, accountId, permissions, expiresAt, reach }: ApiKey,
    private readonly environmentId: Types.ObjectId,
    readonly organizationId: Types.ObjectId,
    private readonly maker: AccountRoles | undefined,
  ) {
    this.name = name;
    this.userId = userId;
    this.accountId = accountId;
    this.expiresAt = expiresAt;
    this.isOrganizationWide = reach !== 'own';
    this.permissions = permissions ? new Set<Requirement>(permissions) : ALL_KEY_PERMISSIONS;
  }

  /** Whether the key was given a permission, whatever its maker may do by now. */
  has(requirement: Requirement): boolean {
    return this.permissions.has(requirement);
  }

  /** Whether anything of an environment is there for the key. */
  reaches(environmentId: Types.ObjectId): boolean {
    if (!this.isOrganizationWide && !this.environmentId.equals(environmentId)) return false;
    return this.maker === undefined || roleOf(this.maker, environmentId) !== undefined;
  }

  /**
   * Whether the key has a permission in an environment, by default in its own, and the person who answers for it has it
   * there, too. To which others it may write, `mayWrite` decides.
   */
  may(requirement: Requirement, environmentId = this.environmentId): boolean {
    if (!this.permissions.has(requirement)) return false;
    if (!this.isOrganizationWide && !this.environmentId.equals(environmentId)) return false;
    return this.maker === undefined || rolesAllow(this.maker, requirement, environmentId);
  }

  /** Whether the key has a permission in the organization, as for a new environment. */
  mayInOrganization(requirement: Requirement): boolean {
    if (!this.isOrganizationWide || !this.permissions.has(requirement)) return false;
    return this.maker === undefined || rolesAllow(this.maker, requirement);
  }
}

/** A person who has signed in. */
export class PersonCaller {
  readonly kind = 'person';

  constructor(
    private readonly account: Account,
    readonly sessionId: Types.ObjectId,
  ) {}

  /** Id of the account, also that of the user in "last changed by". */
  get userId(): Types.ObjectId {
    return this.account._id;
  }

  get id(): string {
    return this.account._id.toHexString();
  }

  get name(): string {
    return this.account.email;
  }

  get organizationId(): Types.ObjectId {
    return this.account.organizationId;
  }

  /** The role in an environment, or in the organization; undefined where the person has none. */
  roleIn(environmentId?: Types.ObjectId): Role | undefined {
    return roleOf(this.account, environmentId);
  }

  /** Whether the role in this environment, or in the organization, has a permission. */
  may(requirement: Requirement, environmentId?: Types.ObjectId): boolean {
    return requirement === 'self' || rolesAllow(this.account, requirement, environmentId);
  }

  /** Whether anything of an environment is there for the person. */
  reaches(environmentId: Types.ObjectId): boolean {
    return this.roleIn(environmentId) !== undefined;
  }

  /** Whether the role in the organization has a permission. */
  mayInOrganization(requirement: Requirement): boolean {
    return this.may(requirement);
  }
}

import type { Types } from 'mongoose';
import type { Account } from './people/account.schema.js';
import { KEY_PERMISSIONS, type Permission, type Requirement, type Role, ROLE_PERMISSIONS } from './permissions.js';

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

  /** Of the operations that are open to guests, all. */
  may(requirement: Requirement, _environmentId?: Types.ObjectId): boolean {
    return GUEST_PERMISSIONS.includes(requirement);
  }
}

/** The holder of an API key. */
export class KeyCaller {
  readonly kind = 'key';
  private readonly permissions: ReadonlySet<Requirement>;

  constructor(
    /** Public id of the key. */
    readonly id: string,
    /** Name that was given to the key; undefined for keys without one. */
    readonly name: string | undefined,
    /** The user for whom the key was made. */
    readonly userId: Types.ObjectId,
    readonly organizationId: Types.ObjectId,
    permissions: readonly Permission[] | undefined,
    /** The end of the key, if it has one. */
    readonly expiresAt?: Date,
  ) {
    this.permissions = permissions ? new Set<Requirement>(permissions) : ALL_KEY_PERMISSIONS;
  }

  /** Whether the key has a permission. Where it may write besides its own environment, `mayWrite` decides. */
  may(requirement: Requirement, _environmentId?: Types.ObjectId): boolean {
    return this.permissions.has(requirement);
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
    const differing = this.account.environmentRoles.find((one) => environmentId?.equals(one.environmentId));
    const role = differing ? differing.role : this.account.role;
    return role === 'none' ? undefined : role;
  }

  /** Whether the role in this environment, or in the organization, has a permission. */
  may(requirement: Requirement, environmentId?: Types.ObjectId): boolean {
    const role = this.roleIn(environmentId);
    return requirement === 'self' || (role !== undefined && ROLE_PERMISSIONS[role].has(requirement));
  }
}

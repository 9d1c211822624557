import { ApiProperty } from '@nestjs/swagger';
import { GuestCaller } from '../../auth/caller.js';
import type { Environment, EnvironmentType } from '../../auth/environment.schema.js';
import type { GuestAccess } from '../../auth/guests/guest-access.js';
import { PERMISSIONS } from '../../auth/permissions.js';

const ACCESS: readonly GuestAccess[] = ['open', 'closed', 'off'];

/** An environment whose outbox a guest reads. */
export class GuestEnvironmentDto {
  /**
   * Internal id, for the header `Carillon-Environment`.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * Name.
   * @example Development
   */
  name: string;

  /**
   * Public name, which inbox widgets send.
   * @example k3Jx9fQ0bT1z
   */
  identifier: string;

  /** Kind of environment. */
  type?: EnvironmentType;

  /**
   * Colour that distinguishes environments.
   * @example #33aa77
   */
  color?: string;

  /** Whether the environment is protected. */
  protected: boolean;

  /** Whether messages go on to another integration when the provider of their own keeps failing. */
  failover: boolean;

  /**
   * What a guest may do there: with the outbox alone.
   * @example ["notifications:read","notifications:write"]
   */
  permissions: string[];
}

/** What a browser may see without signing in. */
export class GuestDto {
  /**
   * The outbox. `open`: this browser has opened the address that Carillon prints, on the machine of Carillon; `closed`: it has
   * not; `off`: it is read after signing in or with an API key alone.
   */
  @ApiProperty({ enum: ACCESS })
  outbox: GuestAccess;

  /** The inbox demo, likewise. `off`: it is not served here. */
  @ApiProperty({ enum: ACCESS })
  inboxDemo: GuestAccess;

  /** The environments whose outbox this browser may read without signing in; those for development come first. */
  environments: GuestEnvironmentDto[];
}

/** What a guest may do in an environment, as people see theirs. */
export function toGuestEnvironmentDto(environment: Environment): GuestEnvironmentDto {
  const { _id, name, identifier, type, color, organizationId } = environment;
  const guest = new GuestCaller(organizationId);
  return {
    id: _id.toHexString(),
    name,
    identifier,
    type,
    color,
    protected: environment.protected === true,
    failover: environment.failover !== false,
    permissions: PERMISSIONS.filter((permission) => guest.may(permission)),
  };
}

import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { GuestCaller } from '../../auth/caller.js';
import type { Environment } from '../../auth/environment.schema.js';
import type { GuestAccess } from '../../auth/guests/guest-access.js';
import { PERMISSIONS } from '../../auth/permissions.js';
import { dto } from '../../platform/http/dto.js';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import { Confidential, Optional } from '../../platform/validation/decorators.js';
import { IsEmailToFind } from '../email.js';
import { IsPassword } from '../password-rules.js';
import { OwnEnvironmentDto } from '../sessions/session.dto.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

/** Who signs in. */
@RefusesUnknown()
export class SignInDto {
  /**
   * The email of the account, in any case.
   * @example ada@example.com
   */
  @IsEmailToFind()
  email: string;

  /**
   * The password.
   * @example kind-otters-hum
   */
  @IsPassword()
  password: string;

  /**
   * A code of the second factor, or a recovery code. Only where the account has a second factor: leave it out, and the
   * response says with `secondFactorRequired` that it is needed.
   * @example "287082"
   */
  @Confidential()
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(64)
  code?: string;
}

/** Body of a 401 where people sign in. */
export class SignInRefusedDto extends ErrorDto {
  /** True when the password was right and `code` is missing or wrong. */
  secondFactorRequired?: boolean;
}

/** A change of the own password. */
@RefusesUnknown()
export class ChangePasswordDto {
  /** The password until now. */
  @IsPassword()
  currentPassword: string;

  /**
   * The new one: 10 to 200 characters, not the email of the account, and not one of the most common passwords.
   * @example kind-otters-hum
   */
  @IsPassword()
  newPassword: string;
}

const ACCESS: readonly GuestAccess[] = ['open', 'closed', 'off'];

/** An environment whose outbox a guest reads. */
export class GuestEnvironmentDto extends PickType(OwnEnvironmentDto, [
  'id',
  'name',
  'identifier',
  'type',
  'color',
  'protected',
  'failover',
] as const) {
  /**
   * What a guest may do there: with the outbox alone.
   * @example ["notifications:read","notifications:write"]
   */
  permissions: string[];
}

/** What a browser may see without signing in. */
export class GuestDto {
  /**
   * The outbox. `open`: this browser has opened the address that Carillon prints, on the machine of Carillon. `closed`:
   * it has not. `off`: people read it after signing in, or with an API key.
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
  return dto<GuestEnvironmentDto>({
    id: _id,
    name,
    identifier,
    type,
    color,
    protected: environment.protected === true,
    failover: environment.failover !== false,
    permissions: PERMISSIONS.filter((permission) => guest.may(permission)),
  });
}

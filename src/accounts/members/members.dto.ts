import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { Account, EnvironmentRole } from '../../auth/people/account.schema.js';
import { type Role, ROLES } from '../../auth/permissions.js';
import { IsEnvironmentId } from '../../environments/environments.dto.js';
import { dto } from '../../platform/http/dto.js';
import type { CursorPage } from '../../platform/paging/cursor-page.js';
import { CursorPageDto } from '../../platform/paging/paging.dto.js';
import { Optional } from '../../platform/validation/decorators.js';
import { fromHex } from '../../platform/ids.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

/** Roles that a member can have; `none` sees nothing but the environments of `environmentRoles`. */
export const MEMBER_ROLES = [...ROLES, 'none'] as const;

const MAX_ENVIRONMENT_ROLES = 300;

/** The name of a person, as others see it. */
export function IsPersonName(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: '$property must not contain control characters' }),
    MaxLength(100),
  );
}

/** The role in one environment. */
export class EnvironmentRoleDto {
  /**
   * Internal id of the environment.
   * @example 6925a1f0c0ffee0123456789
   */
  @IsEnvironmentId()
  environmentId: string;

  /** The role there; `none` when the member does not see the environment. */
  @IsIn(MEMBER_ROLES)
  @ApiProperty({ enum: MEMBER_ROLES })
  role: Role | 'none';
}

/** Roles by environment, each environment once. */
export function AreEnvironmentRoles(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: [EnvironmentRoleDto], maxItems: MAX_ENVIRONMENT_ROLES }),
    Optional({ nullable: false }),
    IsArray(),
    ArrayMaxSize(MAX_ENVIRONMENT_ROLES),
    ArrayUnique((one: Partial<EnvironmentRoleDto> | null) => one?.environmentId, {
      message: '$property must name each environment once',
    }),
    ValidateNested({ each: true }),
    Type(() => EnvironmentRoleDto),
  );
}

/** The fields of a member to change; absent ones stay as they are. */
@RefusesUnknown()
export class UpdateMemberDto {
  /**
   * Name, as others see it. Null removes it.
   * @example Ada Lovelace
   */
  @IsOptional()
  @IsPersonName()
  @ApiPropertyOptional({ type: String, nullable: true })
  name?: string | null;

  /** The role in the organization, and in all environments but those of `environmentRoles`. */
  @Optional({ nullable: false })
  @IsIn(MEMBER_ROLES)
  @ApiPropertyOptional({ enum: MEMBER_ROLES })
  role?: Role | 'none';

  /** Environments in which the role differs. Replaces what is stored. */
  @AreEnvironmentRoles()
  environmentRoles?: EnvironmentRoleDto[];
}

/** What a link to a new password does. */
@RefusesUnknown()
export class ResetMemberDto {
  /** Whether using the link also removes the second factor, for members who have lost it. */
  @Optional({ nullable: false })
  @IsBoolean()
  secondFactor: boolean = false;
}

/** A person who may sign in. Fields that are not set are left out. */
export class OrganizationMemberDto {
  /**
   * Internal id; also that of the user in "last changed by".
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Email address, in lowercase.
   * @example ada@example.com
   */
  email: string;

  /**
   * Name.
   * @example Ada Lovelace
   */
  name?: string;

  /** The role in the organization, and in all environments but those of `environmentRoles`. */
  @ApiProperty({ enum: MEMBER_ROLES })
  role: Role | 'none';

  /** Environments in which the role differs. */
  @ApiProperty({ type: [EnvironmentRoleDto] })
  environmentRoles: EnvironmentRoleDto[];

  /** Whether the member has a password. */
  hasPassword: boolean;

  /** Whether signing in with the password takes a second factor. */
  hasSecondFactor: boolean;

  /**
   * Last time the member signed in, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  signedInAt?: string;

  /**
   * Since when there is an account, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When it was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

/** A page of members. */
export class MemberPageDto extends CursorPageDto {
  /** The members on this page. */
  @ApiProperty({ type: [OrganizationMemberDto] })
  data: OrganizationMemberDto[];
}

export function toMemberDto(account: Account): OrganizationMemberDto {
  const { _id, email, name, role, environmentRoles, password, secondFactor, signedInAt } = account;
  return dto<OrganizationMemberDto>({
    _id,
    email,
    name,
    role,
    environmentRoles: toEnvironmentRoleDtos(environmentRoles),
    hasPassword: password !== undefined,
    hasSecondFactor: secondFactor?.confirmedAt !== undefined,
    signedInAt,
    createdAt: account.createdAt,
    updatedAt: account.updatedAt,
  });
}

export function toMemberPageDto(page: CursorPage<Account>): MemberPageDto {
  return { ...page, data: page.data.map(toMemberDto) };
}

export function toEnvironmentRoleDtos(roles: readonly EnvironmentRole[] = []): EnvironmentRoleDto[] {
  return roles.map(({ environmentId, role }) => dto<EnvironmentRoleDto>({ environmentId, role }));
}

export function toEnvironmentRoles(roles: readonly EnvironmentRoleDto[]): EnvironmentRole[] {
  return roles.map(({ environmentId, role }) => ({ environmentId: fromHex(environmentId), role }));
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import type { Role } from '../../auth/permissions.js';
import { dto } from '../../platform/http/dto.js';
import type { CursorPage } from '../../platform/paging/cursor-page.js';
import { CursorPageDto } from '../../platform/paging/paging.dto.js';
import { Optional } from '../../platform/validation/decorators.js';
import { normalEmail } from '../email.js';
import { IssuedLinkDto, type LinkEmailDto, toIssuedLinkDto } from '../links/links.dto.js';
import type { IssuedLink } from '../links/one-time-links.js';
import type { OneTimeLink } from '../links/one-time-link.schema.js';
import {
  AreEnvironmentRoles,
  EnvironmentRoleDto,
  IsPersonName,
  MEMBER_ROLES,
  OrganizationMemberDto,
  toEnvironmentRoleDtos,
} from '../members/members.dto.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

const MAX_EMAIL_LENGTH = 254;

const toNormalEmail = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? normalEmail(value) : value;

/** Somebody who is to become a member. */
@RefusesUnknown()
export class CreateInvitationDto {
  /**
   * Email address to sign in with; capital letters make no difference.
   * @example ada@example.com
   */
  @Transform(toNormalEmail)
  @IsEmail()
  @MaxLength(MAX_EMAIL_LENGTH)
  email: string;

  /**
   * Name, as others see it.
   * @example Ada Lovelace
   */
  @Optional({ nullable: false })
  @IsPersonName()
  name?: string;

  /** The role in the organization, and in all environments but those of `environmentRoles`. */
  @IsIn(MEMBER_ROLES)
  @ApiProperty({ enum: MEMBER_ROLES })
  role: Role | 'none';

  /** Environments in which the role differs. */
  @AreEnvironmentRoles()
  environmentRoles?: EnvironmentRoleDto[];
}

/** An invitation that is open. Fields that are not set are left out. */
export class InvitationDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Who is invited.
   * @example ada@example.com
   */
  email: string;

  /**
   * Name.
   * @example Ada Lovelace
   */
  name?: string;

  /** The role in the organization. */
  @ApiProperty({ enum: MEMBER_ROLES })
  role: Role | 'none';

  /** Environments in which the role differs. */
  @ApiProperty({ type: [EnvironmentRoleDto] })
  environmentRoles: EnvironmentRoleDto[];

  /** Internal id of the member who has sent it; missing when it was made on the server. */
  createdBy?: string;

  /**
   * When it was made, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * Until when the link can be used, ISO 8601 in UTC.
   * @example 2026-02-10T04:05:06.789Z
   */
  expiresAt: string;
}

/** A page of invitations. */
export class InvitationPageDto extends CursorPageDto {
  /** The invitations on this page. */
  @ApiProperty({ type: [InvitationDto] })
  data: InvitationDto[];
}

/** A new invitation with its link. */
export class NewInvitationDto extends IssuedLinkDto {
  /** The invitation. */
  invitation: InvitationDto;
}

/** A link that somebody has received. */
@RefusesUnknown()
export class LinkDto {
  /**
   * What is behind `#token=` in the link.
   * @example 5Zq1w3mXo0bT1zk3Jx9fQ0bT1zk3Jx9fQ0bT1zk3Jx9
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  token: string;
}

/** Somebody becomes a member. */
export class AcceptInvitationDto extends LinkDto {
  /** The password to sign in with: 10 to 200 characters, not the email address, and not among the most common ones. */
  @IsString()
  @MaxLength(1000)
  password: string;

  /**
   * Name, as others see it. Default: that of the invitation.
   * @example Ada Lovelace
   */
  @Optional({ nullable: false })
  @IsPersonName()
  name?: string;

  /**
   * Email address to sign in with: required from the first owner, whose link names none.
   * @example ada@example.com
   */
  @Optional({ nullable: false })
  @Transform(toNormalEmail)
  @IsEmail()
  @MaxLength(MAX_EMAIL_LENGTH)
  email?: string;
}

/** Somebody chooses a new password. */
export class ResetPasswordDto extends LinkDto {
  /** The new password: 10 to 200 characters, not the email address, and not among the most common ones. */
  @IsString()
  @MaxLength(1000)
  password: string;
}

const PURPOSES = ['setup', 'invitation', 'reset'] as const;

/** What a link is for. Fields that are not set are left out. */
export class LinkDetailsDto {
  /** To set the service up as its first owner, to become a member, or to choose a new password. */
  @ApiProperty({ enum: PURPOSES })
  purpose: (typeof PURPOSES)[number];

  /**
   * Whom it is for; missing for the first owner.
   * @example ada@example.com
   */
  email?: string;

  /**
   * Name in the invitation.
   * @example Ada Lovelace
   */
  name?: string;

  /** The role in the organization; missing where the password of a member is changed. */
  @ApiPropertyOptional({ enum: MEMBER_ROLES })
  role?: Role | 'none';

  /**
   * Name of the organization.
   * @example Carillon
   */
  organization: string;

  /**
   * Until when it can be used, ISO 8601 in UTC.
   * @example 2026-02-10T04:05:06.789Z
   */
  expiresAt: string;
}

/** A new member, who is signed in. */
export class AcceptedDto {
  /** The new member. */
  member: OrganizationMemberDto;

  /**
   * The token of the session, for the header `Authorization: Bearer <token>`. Absent in responses to browsers, which have
   * it in a cookie that pages cannot read.
   */
  token?: string;

  /**
   * Latest end of the session, ISO 8601 in UTC.
   * @example 2026-02-17T04:05:06.789Z
   */
  expiresAt: string;
}

export function toInvitationDto(link: OneTimeLink): InvitationDto {
  const { _id, email, name, role, environmentRoles, createdBy, createdAt, expiresAt } = link;
  return dto<InvitationDto>({
    _id,
    email: email ?? '',
    name,
    role: role ?? 'none',
    environmentRoles: toEnvironmentRoleDtos(environmentRoles),
    createdBy,
    createdAt,
    expiresAt,
  });
}

export function toInvitationPageDto(page: CursorPage<OneTimeLink>): InvitationPageDto {
  return { ...page, data: page.data.map(toInvitationDto) };
}

export function toNewInvitationDto(issued: IssuedLink, email: LinkEmailDto): NewInvitationDto {
  return Object.assign(toIssuedLinkDto(issued, email), { invitation: toInvitationDto(issued.link) });
}

import { ApiProperty } from '@nestjs/swagger';
import type { PersonCaller } from '../../auth/caller.js';
import {
  type Environment,
  type EnvironmentType,
  PAYLOAD_REDIRECTS,
  type PayloadRedirects,
} from '../../auth/environment.schema.js';
import type { Account } from '../../auth/people/account.schema.js';
import type { PersonSession } from '../../auth/people/person-session.schema.js';
import { dto } from '../../platform/http/dto.js';
import type { Config } from '../../platform/config/config.js';
import type { BrandDto } from '../../environments/brand.dto.js';
import { MessageCapsDto, RateLimitsDto } from '../../environments/limits.dto.js';
import { ORGANIZATION_WIDE, PERMISSIONS, ROLES, type Role } from '../../auth/permissions.js';

const ROLES_AND_NONE = [...ROLES, 'none'] as const;

/** The account of a person, as the person sees it. */
export class OwnAccountDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * Email, by which the person signs in.
   * @example ada@example.com
   */
  email: string;

  /**
   * Name that is shown.
   * @example Ada Lovelace
   */
  name?: string;

  /**
   * The role in the organization, and in all environments for which there is no other.
   * @example author
   */
  role: (typeof ROLES_AND_NONE)[number];

  /** False for people who sign in at the OpenID provider alone. */
  hasPassword: boolean;

  /** Whether signing in with the password needs a code. */
  hasSecondFactor: boolean;

  /** Recovery codes that are left; only with a second factor. */
  recoveryCodesLeft?: number;
}

/** An environment in which the person has a role. */
export class OwnEnvironmentDto {
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
   * Color that distinguishes environments.
   * @example #33aa77
   */
  color?: string;

  /** Whether the environment is protected. */
  protected: boolean;

  /** Whether messages go on to another integration when the provider of their own keeps failing. */
  failover: boolean;

  /** Whether `email` and `phone` of a payload say where messages go. */
  @ApiProperty({ enum: PAYLOAD_REDIRECTS })
  payloadRedirects: PayloadRedirects;

  /** Days for which the content of messages is kept; 0 when it is not. */
  contentRetentionDays: number;

  /** Limits of its requests; absent where those of the installation apply. */
  rateLimits?: RateLimitsDto;

  /** How many messages a subscriber gets, by channel; absent when there are no caps. */
  messageCaps?: MessageCapsDto;

  /** Schemes that links of in-app messages may have besides http and https. */
  linkSchemes: string[];

  /** Names of payload members whose values the activity masks. */
  maskedPayloadKeys: string[];
  /** How its pages for subscribers look; absent when nothing is set. */
  brand?: BrandDto;

  /** Internal id of the environment this one receives its changes from. */
  parentId?: string;

  /** The role of the person there. */
  role: Role;

  /**
   * What the person may do there.
   * @example ["events:read","workflows:read"]
   */
  permissions: string[];
}

/** The session of the request. */
export class CurrentSessionDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /** When the person signed in. */
  createdAt: string;

  /** When the person must sign in again at the latest; earlier if the session is not used. */
  expiresAt: string;
}

/** Who has signed in, and what they may do. */
export class SignedInDto {
  /** The account. */
  account: OwnAccountDto;

  /** The environments in which the person has a role, oldest first. */
  environments: OwnEnvironmentDto[];

  /**
   * What the person may do in the organization.
   * @example ["members:read"]
   */
  permissions: string[];

  /** The session. */
  session: CurrentSessionDto;

  /**
   * Address of a trace in the system that collects them; `{traceId}` stands for its id. Absent when the setting `TRACE_URL`
   * is not set.
   * @example https://tempo.example.com/trace/{traceId}
   */
  traceUrl?: string;
}

/** Who has signed in, and the token of the new session for programs. */
export class StartedSessionDto extends SignedInDto {
  /**
   * The token, for the header `Authorization: Bearer <token>`. Absent in responses to browsers, which have it in a cookie
   * that pages cannot read.
   */
  token?: string;
}

type ShownEnvironment = Omit<Environment, 'apiKeys'>;

/** Who a person is: their environments are all of the organization, oldest first. */
export function toSignedInDto(
  person: PersonCaller,
  { _id, email, name, role, password, secondFactor }: Account,
  { _id: sessionId, createdAt, expiresAt }: PersonSession,
  environments: readonly ShownEnvironment[],
  { traceUrl }: Pick<Config, 'traceUrl'>,
): SignedInDto {
  const hasSecondFactor = secondFactor?.confirmedAt !== undefined;
  return {
    account: dto<SignedInDto['account']>({
      id: _id,
      email,
      name,
      role,
      hasPassword: password !== undefined,
      hasSecondFactor,
      ...(hasSecondFactor && { recoveryCodesLeft: secondFactor.recoveryCodes.length }),
    }),
    environments: environments.flatMap((environment) => toOwnEnvironmentDto(person, environment) ?? []),
    permissions: PERMISSIONS.filter((one) => ORGANIZATION_WIDE.includes(one) && person.may(one)),
    session: dto<SignedInDto['session']>({ id: sessionId, createdAt, expiresAt }),
    ...(traceUrl !== undefined && { traceUrl }),
  };
}

function toOwnEnvironmentDto(person: PersonCaller, environment: ShownEnvironment): OwnEnvironmentDto | undefined {
  const { _id, name, identifier, type, color, contentRetentionDays = 0, parentId } = environment;
  const { rateLimits, messageCaps, linkSchemes = [], maskedPayloadKeys = [], brand } = environment;
  const role = person.roleIn(_id);
  if (role === undefined) return undefined;
  return dto<OwnEnvironmentDto>({
    id: _id,
    name,
    identifier,
    type,
    color,
    protected: environment.protected === true,
    failover: environment.failover !== false,
    payloadRedirects: environment.payloadRedirects ?? 'single',
    contentRetentionDays,
    rateLimits,
    messageCaps,
    linkSchemes,
    maskedPayloadKeys,
    brand,
    parentId,
    role,
    permissions: PERMISSIONS.filter((one) => !ORGANIZATION_WIDE.includes(one) && person.may(one, _id)),
  });
}

/** One of the sessions of a person. */
export class OwnSessionDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /** When the person signed in. */
  createdAt: string;

  /** Last request, to about a minute. */
  lastSeenAt: string;

  /** When it ends at the latest. */
  expiresAt: string;

  /**
   * Address from which the person signed in.
   * @example 192.0.2.7
   */
  address?: string;

  /**
   * The browser or program, as it named itself.
   * @example Mozilla/5.0
   */
  userAgent?: string;

  /** Whether it is the session of this request. */
  current: boolean;
}

export function toOwnSessionDto(session: PersonSession, person: PersonCaller): OwnSessionDto {
  const { _id, createdAt, lastSeenAt, expiresAt, address, userAgent } = session;
  return dto<OwnSessionDto>({
    id: _id,
    createdAt,
    lastSeenAt,
    expiresAt,
    address,
    userAgent,
    current: _id.equals(person.sessionId),
  });
}

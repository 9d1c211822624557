import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { keyIdOf } from '../../auth/api-key.js';
import { type ApiKey, KEY_REACHES, type KeyReach } from '../../auth/environment.schema.js';
import { KEY_PERMISSIONS, KEY_PRESETS, type Permission } from '../../auth/permissions.js';
import { dto } from '../../platform/http/dto.js';
import { Optional } from '../../platform/validation/decorators.js';
import { type Grant, type KeyPreset, permissionsOfKey, presetOf, reachOf } from './grants.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

const PRESETS = Object.keys(KEY_PRESETS) as KeyPreset[];

/** Name of an API key. */
function IsKeyName(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Matches(/\S/, { message: '$property must not be blank' }),
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: '$property must not contain control characters' }),
    MaxLength(64),
  );
}

/** A preset, or a list of permissions. */
function IsGrant(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      oneOf: [
        { type: 'string', enum: PRESETS },
        { type: 'array', items: { type: 'string', enum: KEY_PERMISSIONS }, minItems: 1, maxItems: 100 },
      ],
      example: 'trigger',
    }),
    ValidateBy({
      name: 'isGrant',
      validator: {
        validate: (value) => grantProblem(value) === undefined,
        defaultMessage: (details) => `${details?.property} ${grantProblem(details?.value)}`,
      },
    }),
  );
}

function grantProblem(value: unknown): string | undefined {
  if (typeof value === 'string' && (PRESETS as string[]).includes(value)) return undefined;
  const all = KEY_PERMISSIONS.join(', ');
  if (!Array.isArray(value) || value.length === 0 || value.length > 100)
    return `must be ${PRESETS.join(', ')} or a list of permissions: ${all}`;
  const unknown = (value as unknown[]).find((one) => !(KEY_PERMISSIONS as unknown[]).includes(one));
  if (unknown === undefined) return undefined;
  return `must contain only permissions that keys can have, not ${JSON.stringify(unknown).slice(0, 50)}: ${all}`;
}

/** A new API key. */
@RefusesUnknown()
export class CreateApiKeyDto {
  /**
   * What the key is for; need not be unique.
   * @example Shop server
   */
  @IsKeyName()
  name: string;

  /**
   * What the key may do. `full` is everything that keys can, `read` reads all data but no secrets, `trigger` only
   * triggers and cancels. Or a list of permissions, as operations name them. Not more than the caller may.
   */
  @IsGrant()
  permissions: Grant;

  /**
   * How far the key goes: `own` is its environment alone, `organization` every environment that is not protected, and new
   * ones. Only who has these permissions in the organization gives that. Default: `own`.
   */
  @Optional({ nullable: false })
  @ApiProperty({ enum: KEY_REACHES, required: false })
  @IsIn(KEY_REACHES)
  reach?: KeyReach;

  /**
   * The end of the key. Absent or null: it has none.
   * @example 2099-01-31T00:00:00.000Z
   */
  @Optional({ nullable: true })
  @IsISO8601({ strict: true })
  expiresAt?: string | null;
}

/** The fields of an API key to change; absent ones stay as they are. */
@RefusesUnknown()
export class UpdateApiKeyDto {
  /**
   * What the key is for. A key of the first start, which has none, is not shown any more once it has a name.
   * @example Shop server
   */
  @Optional({ nullable: false })
  @IsKeyName()
  name?: string;

  /**
   * What the key may do from now on, in all processes: a preset or a list. A key with fewer permissions cannot become
   * `full`.
   */
  @Optional({ nullable: false })
  @IsGrant()
  permissions?: Grant;

  /** How far the key goes from now on: `own`, its environment alone, or `organization`. */
  @Optional({ nullable: false })
  @ApiProperty({ enum: KEY_REACHES, required: false })
  @IsIn(KEY_REACHES)
  reach?: KeyReach;

  /**
   * The end of the key; null removes it.
   * @example 2099-01-31T00:00:00.000Z
   */
  @Optional({ nullable: true })
  @IsISO8601({ strict: true })
  expiresAt?: string | null;
}

/** An API key, without the key itself. */
export class ApiKeySummaryDto {
  /**
   * Public id of the key: the beginning of its SHA-256.
   * @example 3f1c9a5be0d24d7f8a6c0b1e
   */
  id: string;

  /**
   * Name; null for keys of the first start and those that `carillon keys` made without one.
   * @example Shop server
   */
  name: string | null;

  /** What the key may do. */
  @ApiProperty({ type: 'array', items: { type: 'string', enum: KEY_PERMISSIONS } })
  permissions: readonly Permission[];

  /** The preset that these permissions are; null for a list of its own. */
  @ApiProperty({ type: String, enum: PRESETS, nullable: true })
  preset: KeyPreset | null;

  /** How far it goes: its environment alone, or the organization. Keys of earlier releases have the latter. */
  @ApiProperty({ enum: KEY_REACHES })
  reach: KeyReach;

  /** Id of the user for whom it was made. */
  _userId: string;

  /** Id of the person who answers for it: it may do what this person may now. Null where nobody does. */
  _accountId: string | null;

  /** When it ends; null when it has no end. */
  expiresAt: string | null;

  /** The last request with it, to about ten minutes; null before the first. */
  lastUsedAt: string | null;

  /** When it was made; null for keys of earlier releases. */
  createdAt: string | null;

  /** Whether it is the key of this request. */
  isCurrent: boolean;
}

/** A new API key with the key itself. */
export class CreatedApiKeyDto extends ApiKeySummaryDto {
  /**
   * The key itself, shown only this once.
   * @example 3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b
   */
  key: string;
}

/** `currentId`: the id of the key of the request, if it has one. */
export function toApiKeySummaryDto(key: ApiKey, currentId: string | undefined): ApiKeySummaryDto {
  const permissions = permissionsOfKey(key);
  const id = keyIdOf(key);
  return dto<ApiKeySummaryDto>({
    id,
    name: key.name ?? null,
    permissions,
    preset: presetOf(permissions) ?? null,
    reach: reachOf(key),
    _userId: key.userId,
    _accountId: key.accountId ?? null,
    expiresAt: key.expiresAt ?? null,
    lastUsedAt: key.lastUsedAt ?? null,
    createdAt: key.createdAt ?? null,
    isCurrent: id === currentId,
  });
}

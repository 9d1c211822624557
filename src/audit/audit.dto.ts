import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { CursorPageDto, CursorQueryDto } from '../platform/paging/paging.dto.js';
import type { CursorPage } from '../platform/paging/cursor-page.js';
import {
  type Actor,
  ACTOR_TYPES,
  AUDIT_KINDS,
  AUDIT_RESULTS,
  type AuditEntry,
  type AuditKind,
  type AuditResult,
  type Origin,
  toUnsealedLine,
} from './audit-entry.schema.js';
import type { Change } from './changes.js';

const MAX_FILTER = 512;

/** From when to when. */
export class AuditPeriodDto {
  /**
   * Only entries from this time on, ISO 8601.
   * @example 2026-02-03T00:00:00Z
   */
  @IsOptional()
  @IsISO8601({ strict: true, strictSeparator: true })
  from?: string;

  /**
   * Only entries before this time, ISO 8601.
   * @example 2026-02-04T00:00:00Z
   */
  @IsOptional()
  @IsISO8601({ strict: true, strictSeparator: true })
  to?: string;
}

/** Which entries are listed. All filters must match. */
export class ListAuditQueryDto extends IntersectionType(CursorQueryDto, AuditPeriodDto) {
  /** Only entries of this kind. */
  @IsOptional()
  @IsIn(AUDIT_KINDS)
  @ApiPropertyOptional({ enum: AUDIT_KINDS })
  kind?: AuditKind;

  /**
   * Only entries of this actor: the id of an account, its email address, the public id of a key, or its name.
   * @example ada@example.com
   */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_FILTER)
  actor?: string;

  /**
   * Only entries about this kind of thing, the first part of a permission.
   * @example workflows
   */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_FILTER)
  resource?: string;

  /**
   * Only entries about this thing, by any of the names it had in the request or the response. Subscribers are found by
   * their id, which entries do not show.
   * @example welcome
   */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_FILTER)
  resourceId?: string;

  /**
   * Only entries of this operation, by its id in this document.
   * @example Workflows_update
   */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_FILTER)
  operation?: string;

  /**
   * Only entries of this environment, by its internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  @IsOptional()
  @Matches(/^[0-9a-f]{24}$/i, { message: '$property must be the internal id of an environment' })
  environmentId?: string;
}

/** Who did something, as it was at that time. */
export class AuditActorDto {
  /** Person, API key, a part of the system, or someone who is not known, as before a sign-in. */
  @ApiProperty({ enum: ACTOR_TYPES })
  type: Actor['type'];

  /** Id of the account, or public id of the key. */
  id?: string;

  /**
   * Email address of the person, name of the key, or the part of the system.
   * @example ada@example.com
   */
  name?: string;
}

/** From where a request came. */
export class AuditOriginDto {
  /**
   * Network address.
   * @example 203.0.113.7
   */
  address?: string;

  /** The browser or program, as it named itself. */
  userAgent?: string;

  /** The header `X-Request-Id` of the request. */
  requestId?: string;
}

const LEAF = { oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }] };

/** A field that differs. Secrets are `[redacted]`; of data of subscribers the path alone is kept. */
export class AuditChangeDto {
  /**
   * Where it is in the thing, as the API shows it.
   * @example steps[0].name
   */
  path: string;

  /** Its value before; absent when it was not there. Long texts are cut. */
  @ApiPropertyOptional({ ...LEAF, example: 'Welcome' })
  before?: string | number | boolean | null;

  /** Its value afterwards; absent when it is no longer there. */
  @ApiPropertyOptional({ ...LEAF, example: 'Hello' })
  after?: string | number | boolean | null;
}

/** An entry of the audit trail. Fields that are not known are left out. */
@ApiExtraModels(AuditChangeDto)
export class AuditEntryDto {
  /**
   * Place in the chain of the organization, from 1.
   * @example 4711
   */
  sequence: number;

  /**
   * When it was done, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  at: string;

  /** A change, a secret that was shown, or the session of a person. */
  @ApiProperty({ enum: AUDIT_KINDS })
  kind: AuditKind;

  /** Done or, such as a sign-in with a wrong password, refused. */
  @ApiProperty({ enum: AUDIT_RESULTS })
  result: AuditResult;

  /** Who did it. */
  @ApiProperty({ type: AuditActorDto })
  actor: Actor;

  /** From where. */
  @ApiPropertyOptional({ type: AuditOriginDto })
  origin?: Origin;

  /**
   * Name of the operation in this document, or what the system did.
   * @example Workflows_update
   */
  operation: string;

  /**
   * Method of the request.
   * @example PUT
   */
  method?: string;

  /**
   * Path of the request, with the names of its parameters.
   * @example /v2/workflows/:workflowId
   */
  route?: string;

  /**
   * Kind of thing it is about, the first part of a permission.
   * @example workflows
   */
  resource: string;

  /**
   * All names of the thing that are known, the one in the path first.
   * @example ["welcome", "6925a1f0c0ffee0123456789"]
   */
  resourceIds: string[];

  /**
   * What people call the thing, as it was called before the change; absent for data of subscribers, and for things without a
   * name.
   * @example Welcome
   */
  resourceName?: string;

  /** Internal id of the environment in which it was done; absent for what concerns the organization. */
  environmentId?: string;

  /** What differs, field by field. For an operation without a before, what was asked for or reported. */
  @ApiProperty({ type: 'array', items: { $ref: getSchemaPath(AuditChangeDto) } })
  changes: Change[];

  /** Number of changes that had no room: an entry has at most 100, with 16,384 characters. */
  changesLeftOut?: number;

  /** Hash of the entry before, 64 zeros for the first. */
  previousHash: string;

  /** SHA-256 over this entry with `previousHash`, as the export has it. */
  hash: string;
}

/** A page of the audit trail. */
export class AuditPageDto extends CursorPageDto {
  /** The entries on this page. */
  @ApiProperty({ type: [AuditEntryDto] })
  data: AuditEntryDto[];
}

export function toAuditPageDto(page: CursorPage<AuditEntry>): AuditPageDto {
  return { ...page, data: page.data.map(toAuditEntryDto) };
}

function toAuditEntryDto(entry: AuditEntry): AuditEntryDto {
  const { organizationId: _organizationId, ...shown } = toUnsealedLine(entry);
  return { ...shown, hash: entry.hash };
}

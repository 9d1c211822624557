import { ApiExtraModels, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { SEVERITIES, type Severity } from '../../workflows/severity.js';

const OBJECT = { type: 'object', additionalProperties: true } as const;
const OBJECTS = { type: 'object', additionalProperties: OBJECT } as const;

/** What a trigger changes about one step. */
export class StepOverridesDto {
  /** Request bodies by provider id. */
  @ApiPropertyOptional(OBJECTS)
  providers?: Record<string, Record<string, unknown>>;

  /** Layout of the step's email; null for none. */
  @ApiPropertyOptional({ type: String, nullable: true })
  layoutId?: string | null;
}

/** What a trigger changes about all email steps. */
export class EmailChannelOverridesDto {
  /** Layout of the emails; null for none. A step's own wins. */
  @ApiPropertyOptional({ type: String, nullable: true })
  layoutId?: string | null;
}

/** What a trigger changes by channel. */
export class ChannelOverridesDto {
  /** Email. */
  email?: EmailChannelOverridesDto;
}

/** What this trigger changes about the notifications it causes. Further members, such as a provider's id, are objects. */
@ApiExtraModels(StepOverridesDto)
export class TriggerOverridesDto {
  /** By step id. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: { $ref: getSchemaPath(StepOverridesDto) } })
  steps?: Record<string, StepOverridesDto>;

  /** By channel. */
  channels?: ChannelOverridesDto;

  /** Request bodies by provider id, for all steps. */
  @ApiPropertyOptional(OBJECTS)
  providers?: Record<string, Record<string, unknown>>;

  /** Replaces the severity of the workflow. */
  @ApiPropertyOptional({ enum: SEVERITIES })
  severity?: Severity;

  /** Older form, for emails. */
  @ApiPropertyOptional(OBJECT)
  email?: Record<string, unknown>;

  /** Older form, for push messages. */
  @ApiPropertyOptional(OBJECT)
  push?: Record<string, unknown>;

  /** Older form, for SMS. */
  @ApiPropertyOptional(OBJECT)
  sms?: Record<string, unknown>;

  /** Older form, for chat messages. */
  @ApiPropertyOptional(OBJECT)
  chat?: Record<string, unknown>;

  /** Older form of `channels.email.layoutId`. */
  layoutIdentifier?: string;
}

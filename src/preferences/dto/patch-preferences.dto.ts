import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsString, Length, ValidateNested } from 'class-validator';
import { Raw } from '../../platform/http/raw.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { PatchPreferenceChannelsDto } from './channels.dto.js';
import { ScheduleDto } from './schedule.dto.js';

/** A change of a subscriber's preferences. */
export class PatchPreferencesDto {
  /** The channels to switch. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PatchPreferenceChannelsDto)
  channels?: PatchPreferenceChannelsDto;

  /**
   * The workflow they are switched for, by identifier, internal id or slug. Without it they are switched for all
   * workflows, and what was set for single ones in these channels is cleared.
   * @example order-shipped
   */
  @Optional({ nullable: false })
  @IsString()
  @Length(1, 512)
  workflowId?: string;

  /** When the subscriber may be disturbed. Not together with `workflowId`: it holds for all workflows. */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: ScheduleDto })
  @Raw()
  schedule?: unknown;

  /**
   * The contexts the change is for, by type: an id, or an object with an id and data. At most 5. It holds where exactly
   * these contexts are. Unknown contexts are created; data of known ones stays as it is.
   * @example { "tenant": "acme" }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  context?: Record<string, unknown>;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, IsString, Length, ValidateNested } from 'class-validator';
import { Raw } from '../../platform/http/raw.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { PatchPreferenceChannelsDto } from './channels.dto.js';

const MAX_ITEMS = 100;

/** A change for one workflow. */
export class BulkPreferenceItemDto {
  /** The channels to switch. */
  @IsObject()
  @ValidateNested()
  @Type(() => PatchPreferenceChannelsDto)
  channels: PatchPreferenceChannelsDto;

  /**
   * The workflow, by identifier, internal id or slug.
   * @example order-shipped
   */
  @IsString()
  @Length(1, 512)
  workflowId: string;
}

/** Changes for several workflows. */
export class BulkUpdatePreferencesDto {
  /** At most 100 changes. */
  @IsArray()
  @ArrayMaxSize(MAX_ITEMS)
  @ValidateNested({ each: true })
  @Type(() => BulkPreferenceItemDto)
  preferences: BulkPreferenceItemDto[];

  /**
   * The contexts the changes are for, by type: an id, or an object with an id and data. At most 5. They hold where
   * exactly these contexts are. Unknown contexts are created; data of known ones stays as it is.
   * @example { "tenant": "acme" }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  context?: Record<string, unknown>;
}

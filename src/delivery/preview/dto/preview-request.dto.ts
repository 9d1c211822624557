import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { FreeForm } from '../../../platform/validation/free-form.decorator.js';
import { Optional } from '../../../platform/validation/optional.decorator.js';
import { PreviewSubscriberDto } from './preview-subscriber.dto.js';

/** What to render with. What is left out is made up, or taken from the environment. */
export class PreviewPayloadDto {
  /** The recipient. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewSubscriberDto)
  subscriber?: PreviewSubscriberDto;

  /** Who is behind the trigger. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewSubscriberDto)
  actor?: PreviewSubscriberDto;

  /**
   * Payload of the trigger.
   * @example {"orderId": "A-1"}
   */
  @Optional({ nullable: false })
  @FreeForm()
  payload?: Record<string, unknown>;

  /** Results of earlier steps, by step id. */
  @Optional({ nullable: false })
  @FreeForm()
  steps?: Record<string, unknown>;

  /** What the trigger is about: by type an id, or an object with `id` and `data`. */
  @Optional({ nullable: false })
  @FreeForm()
  context?: Record<string, unknown>;

  /** Environment variables in place of those of the environment. */
  @Optional({ nullable: false })
  @FreeForm()
  env?: Record<string, unknown>;
}

/** A step to look at before it is saved. */
export class PreviewRequestDto {
  /** Control values in place of the saved ones. */
  @Optional({ nullable: false })
  @FreeForm()
  controlValues?: Record<string, unknown>;

  /** What to render with. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewPayloadDto)
  previewPayload?: PreviewPayloadDto;
}

import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { FreeForm } from '../../../platform/validation/free-form.decorator.js';
import { MayBeAbsent } from '../../../platform/validation/may-be-absent.decorator.js';
import { PreviewSubscriberDto } from './preview-subscriber.dto.js';

/** What to render with. What is left out is made up, or taken from the environment. */
export class PreviewPayloadDto {
  /** The recipient. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewSubscriberDto)
  subscriber?: PreviewSubscriberDto;

  /** Who is behind the trigger. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewSubscriberDto)
  actor?: PreviewSubscriberDto;

  /**
   * Payload of the trigger.
   * @example {"orderId": "A-1"}
   */
  @MayBeAbsent()
  @FreeForm()
  payload?: Record<string, unknown>;

  /** Results of earlier steps, by step id. */
  @MayBeAbsent()
  @FreeForm()
  steps?: Record<string, unknown>;

  /** What the trigger is about: by type an id, or an object with `id` and `data`. */
  @MayBeAbsent()
  @FreeForm()
  context?: Record<string, unknown>;

  /** Environment variables in place of those of the environment. */
  @MayBeAbsent()
  @FreeForm()
  env?: Record<string, unknown>;
}

/** A step to look at before it is saved. */
export class PreviewRequestDto {
  /** Control values in place of the saved ones. */
  @MayBeAbsent()
  @FreeForm()
  controlValues?: Record<string, unknown>;

  /** What to render with. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewPayloadDto)
  previewPayload?: PreviewPayloadDto;
}

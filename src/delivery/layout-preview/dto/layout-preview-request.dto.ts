import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { FreeForm } from '../../../platform/validation/free-form.decorator.js';
import { Optional } from '../../../platform/validation/optional.decorator.js';
import { LayoutControlValuesDto } from '../../../layouts/dto/layout-controls.dto.js';
import { PreviewSubscriberDto } from '../../preview/dto/preview-subscriber.dto.js';

/** What the templates of a preview read. */
export class LayoutPreviewPayloadDto {
  /** The person it is for. Default: an example. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewSubscriberDto)
  subscriber?: PreviewSubscriberDto;

  /**
   * What a trigger would bring.
   * @example {"orderId": "7"}
   */
  @Optional({ nullable: false })
  @FreeForm()
  payload?: Record<string, unknown>;

  /**
   * Contexts by type.
   * @example {"tenant": {"id": "acme", "data": {"name": "Acme"}}}
   */
  @Optional({ nullable: false })
  @FreeForm()
  context?: Record<string, unknown>;
}

/** A layout to look at. */
export class LayoutPreviewRequestDto {
  /** What is entered and not saved yet. Default: what is stored. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => LayoutControlValuesDto)
  controlValues?: LayoutControlValuesDto;

  /** What its templates read. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => LayoutPreviewPayloadDto)
  previewPayload?: LayoutPreviewPayloadDto;
}

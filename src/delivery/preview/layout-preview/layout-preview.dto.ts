import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { LayoutControlValuesDto } from '../../../layouts/layouts.dto.js';
import { FreeForm, Optional } from '../../../platform/validation/decorators.js';
import { PreviewSubscriberDto } from '../preview.dto.js';
import { PreviewEmailDto } from '../preview-email.dto.js';

/** Data for the templates of a preview. */
export class LayoutPreviewPayloadDto {
  /** The person it is for. Default: an example. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewSubscriberDto)
  subscriber?: PreviewSubscriberDto;

  /**
   * Payload of a trigger.
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
  /** Content that is not saved yet. Default: the stored content. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => LayoutControlValuesDto)
  controlValues?: LayoutControlValuesDto;

  /** Data for its templates. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => LayoutPreviewPayloadDto)
  previewPayload?: LayoutPreviewPayloadDto;
}

/** Rendered content. */
export class LayoutPreviewBodyDto {
  /** The finished HTML. */
  body: string;
}

/** The rendered layout. */
export class LayoutPreviewResultDto {
  /** Always email. */
  @ApiProperty({ enum: ['email'] })
  type: 'email';

  /** Its content. */
  preview: LayoutPreviewBodyDto;

  /** What mail programs show besides its HTML: the plain text. */
  email: PreviewEmailDto;
}

/** A layout as a reader would see it. */
export class LayoutPreviewDto {
  /** Data that its templates have read. */
  previewPayloadExample: LayoutPreviewPayloadDto;

  /** JSON Schema of the variables it may use. */
  schema: Record<string, unknown>;

  /** Result. */
  result: LayoutPreviewResultDto;
}

import { ApiProperty, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { LayoutControlValuesDto } from '../../../layouts/layouts.dto.js';
import { Optional } from '../../../platform/validation/decorators.js';
import { PreviewPayloadDto } from '../preview.dto.js';
import { PreviewEmailDto } from '../preview-email.dto.js';

/** Data for the templates of a preview. The person is an example where none is given. */
export class LayoutPreviewPayloadDto extends PickType(PreviewPayloadDto, ['subscriber', 'payload', 'context']) {}

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

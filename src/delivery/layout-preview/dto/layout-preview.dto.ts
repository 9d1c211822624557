import { ApiProperty } from '@nestjs/swagger';
import { LayoutPreviewPayloadDto } from './layout-preview-request.dto.js';

/** What a reader would see. */
export class LayoutPreviewBodyDto {
  /** The finished HTML. */
  body: string;
}

/** The rendered layout. */
export class LayoutPreviewResultDto {
  /** Always email. */
  @ApiProperty({ enum: ['email'] })
  type: 'email';

  /** What it shows. */
  preview: LayoutPreviewBodyDto;
}

/** A layout as a reader would see it. */
export class LayoutPreviewDto {
  /** What its templates have read. */
  previewPayloadExample: LayoutPreviewPayloadDto;

  /** JSON Schema of the variables it may use. */
  schema: Record<string, unknown>;

  /** What came of it. */
  result: LayoutPreviewResultDto;
}

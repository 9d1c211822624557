import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { STEP_TYPES, type StepType } from '../../../workflows/steps/step-kinds.js';
import { PreviewPayloadDto } from './preview-request.dto.js';

/** Why there is nothing to show. */
export class PreviewErrorDto {
  /** In a few words. */
  title: string;

  /**
   * What is wrong and where, with line and column of a template.
   * @example body (line 1, column 7): output "{{ payload.name" not closed
   */
  message: string;

  /** What to do about it. */
  hint: string;
}

/** A step as it would be delivered. */
export class PreviewResultDto {
  /** What the step does. */
  @ApiProperty({ enum: STEP_TYPES })
  type: StepType;

  /**
   * What would be delivered, by the rules of the type: `subject` and `body` of an email or a push notification, `body` of
   * an SMS or a chat message, the content of an in-app message, or the rendered control values of other steps. Missing
   * when there is an error.
   */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  preview?: Record<string, unknown>;

  /** Why there is none. */
  error?: PreviewErrorDto;
}

/** The answer to a preview. */
export class PreviewDto {
  /** What it was rendered with: what was given, completed by examples. Secrets are masked. */
  previewPayloadExample: PreviewPayloadDto;

  /** JSON Schema of the variables the step may use. */
  schema: Record<string, unknown>;

  /** What came out. */
  result: PreviewResultDto;
}

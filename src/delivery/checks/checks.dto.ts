import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { CHANNELS, type Channel } from '#libs/channels.js';
import { Optional } from '../../platform/validation/decorators.js';
import { type Finding, FINDING_CODES, type FindingCode } from '../../workflows/checks/finding.js';
import { ISSUE_SEVERITIES, type IssueSeverity } from '../../workflows/issues/issue.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';
import { NamesSample } from '../../workflows/samples.dto.js';
import { UpdateWorkflowDto } from '../../workflows/workflow-requests.dto.js';
import { PreviewPayloadDto } from '../preview/preview.dto.js';

/** What to check, and against what. */
@RefusesUnknown()
export class CheckWorkflowDto {
  /** The workflow as it would be saved, in the form of an update. Default: the workflow as it is stored. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => UpdateWorkflowDto)
  draft?: UpdateWorkflowDto;

  /**
   * The environment that the workflow is to be published to, by its internal id, slug or identifier: its integrations,
   * variables and brand count.
   * Default: the environment of the request.
   * @example 6925a1f0c0ffee0123456789
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(256)
  targetEnvironmentId?: string;

  /**
   * Name of a sample of the workflow, whose payload is used for what `previewPayload.payload` lacks.
   * @example Long order
   */
  @NamesSample()
  sample?: string;

  /** Sample data for rendering. Fields that are left out are filled with examples. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => PreviewPayloadDto)
  previewPayload?: PreviewPayloadDto;
}

/** Something to look at before the workflow is sent. */
export class FindingDto implements Finding {
  /** What was found. */
  @ApiProperty({ enum: FINDING_CODES })
  code: FindingCode;

  /** An `error` keeps readers from getting what was intended; a `warning` is worth a look. */
  @ApiProperty({ enum: ISSUE_SEVERITIES })
  severity: IssueSeverity;

  /**
   * The step; absent for the workflow itself.
   * @example email-step
   */
  stepId?: string;

  /** The channel of the step, if it sends a message. */
  @ApiPropertyOptional({ enum: CHANNELS })
  channel?: Channel;

  /**
   * Path of the control or field; absent when the whole step is meant.
   * @example body
   */
  field?: string;

  /**
   * Place of the block in a document of blocks.
   * @example content.2
   */
  path?: string;

  /**
   * A sentence for the author: what is wrong, and what to do.
   * @example The link 'Track' has no address. Enter the address of a page.
   */
  message: string;
}

/** Size of an email. */
export class EmailSizeDto {
  /**
   * The step.
   * @example email-step
   */
  stepId: string;

  /** Bytes of its HTML with sample data, in its layout and with its styles. */
  bytes: number;
}

/** Everything that a check has found. */
export class CheckResultDto {
  /** Errors first, in the order of the steps. Empty: nothing was found. */
  @ApiProperty({ type: [FindingDto] })
  findings: FindingDto[];

  /** Number of errors. */
  errors: number;

  /** Number of warnings. */
  warnings: number;

  /** Sizes of its emails; Gmail cuts them at 102 KB. */
  @ApiProperty({ type: [EmailSizeDto] })
  sizes: EmailSizeDto[];
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsObject, IsString, ValidateNested } from 'class-validator';
import { CHANNELS, type Channel } from '#libs/channels.js';
import type { RunStatus, StepStatus } from '../../../notifications/activity/statuses.js';
import { STEP_REASONS, type StepReason } from '../../../notifications/activity/step-reasons.js';
import type { MessageStatus } from '../../../notifications/messages/message.schema.js';
import { FreeForm, Optional } from '../../../platform/validation/decorators.js';
import { RefusesUnknown } from '../../../platform/validation/unknown-members.js';
import { NamesSample } from '../../../workflows/samples.dto.js';
import { UpdateWorkflowDto } from '../../../workflows/workflow-requests.dto.js';

const MAX_RECIPIENTS = 10;
const STATUSES = ['completed', 'failed', 'skipped'] as const satisfies readonly RunStatus[];
const STEP_STATUSES = ['completed', 'skipped', 'failed', 'canceled'] as const satisfies readonly StepStatus[];
const MESSAGE_STATUSES = ['sent', 'error', 'warning'] as const satisfies readonly MessageStatus[];

/** A test of a workflow. */
@RefusesUnknown()
export class TestWorkflowDto {
  /** The workflow as it would be saved, in the form of an update. Default: the workflow as it is stored. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => UpdateWorkflowDto)
  draft?: UpdateWorkflowDto;

  /**
   * Who gets it: your own ids of subscribers, who exist.
   * @example ["ada"]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_RECIPIENTS)
  @ArrayUnique()
  @IsString({ each: true })
  subscriberIds: string[];

  /**
   * Name of a sample of the workflow, whose payload is used for what `payload` lacks.
   * @example Long order
   */
  @NamesSample()
  sample?: string;

  /**
   * Payload of the trigger. Default: the example of the payload schema.
   * @example {"orderId": "A-1"}
   */
  @Optional({ nullable: false })
  @FreeForm()
  payload?: Record<string, unknown>;
}

/** A message of a test, and what became of it. */
export class TestMessageDto {
  /** Internal id of the message. */
  _id: string;
  /** Its channel. */
  @ApiProperty({ enum: CHANNELS })
  channel: Channel;
  /** Whether the provider took it. In-app messages are `sent` when they are in the inbox. */
  @ApiProperty({ enum: MESSAGE_STATUSES })
  status: MessageStatus;
  /** The provider; absent for in-app messages. */
  providerId?: string;
  /** Id of the message at the provider; absent when it gives none. */
  providerMessageId?: string;
  /**
   * Why it failed, in the words of the provider; absent when it did not.
   * @example 535 5.7.8 Authentication failed
   */
  error?: string;
  /** Status of the provider's response that said so; absent when there was none. */
  statusCode?: number;
  /** Milliseconds until the provider had responded. */
  durationMs?: number;
}

/** A step of a test for one recipient. */
export class TestStepDto {
  /** Name of the step in templates. */
  stepId: string;
  /** Readable name. */
  name: string;
  /**
   * Kind of step.
   * @example email
   */
  type: string;
  /** How it ended. */
  @ApiProperty({ enum: STEP_STATUSES })
  status: string;
  /** Why it ended so. */
  @ApiProperty({ enum: STEP_REASONS })
  reason: StepReason;
  /** Particulars, such as the message of a template error. */
  detail?: string;
  /** Its messages; absent when there are none. */
  @ApiPropertyOptional({ type: [TestMessageDto] })
  messages?: TestMessageDto[];
}

/** A test for one recipient. */
export class TestRecipientDto {
  /** Your own id of the subscriber. */
  subscriberId: string;
  /** Id of the run, by which the activity shows it. */
  notificationId: string;
  /** How the run ended. */
  @ApiProperty({ enum: STATUSES })
  status: string;
  /** Each step, in order. */
  @ApiProperty({ type: [TestStepDto] })
  steps: TestStepDto[];
}

/** What a test has sent. */
export class TestResultDto {
  /** Id of the trigger, by which the activity finds its runs. */
  transactionId: string;
  /** One entry per recipient, in the order of the request. */
  @ApiProperty({ type: [TestRecipientDto] })
  recipients: TestRecipientDto[];
}

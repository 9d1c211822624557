import { channelFacts } from '#libs/channels.js';
import type { SendingChannel } from '#libs/providers/kit/content.js';
import { IntersectionType } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsMongoId, IsOptional, IsString, MaxLength } from 'class-validator';
import { SendAttemptDto, toSendAttemptDto } from '../../../notifications/activity/send-attempt.dto.js';
import type { Message } from '../../../notifications/messages/message.schema.js';
import { CursorPageDto, CursorQueryDto } from '../../../platform/paging/paging.dto.js';
import { MESSAGE_STEPS } from '../../../workflows/steps/step-kinds.js';
import { dto } from '../../../platform/http/dto.js';
import { RefusesUnknown } from '../../../platform/validation/unknown-members.js';

const CHANNELS = MESSAGE_STEPS.filter((channel) => channelFacts(channel)?.isSent);

/** Filters of failed messages. All must match. */
@RefusesUnknown()
export class DeadLetterFilterDto {
  /**
   * Only those of this channel.
   * @example email
   */
  @IsOptional()
  @IsIn(CHANNELS)
  channel?: SendingChannel;

  /**
   * Only those that this provider failed to send last.
   * @example sendgrid
   */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  providerId?: string;

  /** Only those that this integration failed to send last, by internal id. */
  @IsOptional()
  @IsMongoId()
  integrationId?: string;

  /**
   * Only those of this workflow.
   * @example order-shipped
   */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  workflowId?: string;

  /** Only those of this trigger. */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  transactionId?: string;

  /**
   * Only those to this subscriber.
   * @example ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;

  /**
   * Only those that failed at this time or later, ISO 8601.
   * @example 2026-03-01T12:00:00Z
   */
  @IsOptional()
  @IsISO8601({ strict: true })
  failedAfter?: string;

  /** Only those that failed before this time, ISO 8601. */
  @IsOptional()
  @IsISO8601({ strict: true })
  failedBefore?: string;
}

/** Page and filters of a list of messages. */
export class ListDeadLettersQueryDto extends IntersectionType(DeadLetterFilterDto, CursorQueryDto) {}

/** Result of a retry. */
export class ReplayedDto {
  /**
   * Messages that are being retried.
   * @example 12
   */
  replayed: number;

  /**
   * Messages that cannot be sent: the content or attachments of their trigger are deleted, or their run has not ended.
   * @example 0
   */
  refused: number;
}

/** A failed message: its provider refused it, or failed too often, and so did those that took over. */
export class DeadLetterDto {
  /**
   * Internal id, that of the message.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * When the last attempt failed, ISO 8601 in UTC.
   * @example 2026-03-01T12:02:35.000Z
   */
  failedAt: string;

  /**
   * The trigger it came from.
   * @example 5f3c1d9e-8a52-4d0e-9b60-6f3a7c0f1b2d
   */
  transactionId: string;

  /** Internal id of the activity, which shows everything that happened for the recipient. */
  notificationId: string;

  /**
   * The recipient; absent when deleted since.
   * @example ada
   */
  subscriberId?: string;

  /**
   * The workflow.
   * @example order-shipped
   */
  workflowId: string;

  /**
   * The step of the workflow.
   * @example email
   */
  stepId: string;

  /**
   * The channel.
   * @example email
   */
  channel: string;

  /**
   * The provider that failed last.
   * @example sendgrid
   */
  providerId?: string;

  /** Internal id of the integration that failed last. */
  integrationId?: string;

  /**
   * Name of the failure, from a closed list.
   * @example mail_unexpected_error
   */
  errorId?: string;

  /**
   * Description of the failure.
   * @example status 400: The to address is not valid
   */
  error?: string;

  /** Every attempt, oldest first. */
  attempts: SendAttemptDto[];

  /** How often it was retried before. */
  replays: number;
}

/** A page of failed messages. */
export class DeadLetterPageDto extends CursorPageDto {
  /** The messages of the page. */
  data: DeadLetterDto[];
}

export function toDeadLetterDto(message: Message, subscriberId: string | undefined): DeadLetterDto {
  const { _id, deadAt, transactionId, runId, workflow, stepId, channel } = message;
  const { providerId, integrationId, errorId, errorText, attempts = [], replays = 0 } = message;
  return dto<DeadLetterDto>({
    id: _id,
    failedAt: (deadAt ?? message.createdAt).toISOString(),
    transactionId,
    notificationId: runId,
    subscriberId,
    workflowId: workflow.identifier,
    stepId,
    channel,
    providerId,
    ...(integrationId && { integrationId: integrationId }),
    errorId,
    ...(errorText !== undefined && { error: errorText }),
    attempts: attempts.map(toSendAttemptDto),
    replays,
  });
}

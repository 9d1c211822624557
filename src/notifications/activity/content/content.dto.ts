import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IdMap } from '../../../platform/ids.js';
import { jobId } from '../to-activity-dto.js';
import type { Run } from '../run.schema.js';
import type { OpenContent } from './message-contents.service.js';

const PROBLEMS = ['too_large', 'unreadable'] as const;

/** The content of a message, as it was handed to its provider. */
export class MessageContentDto {
  /**
   * Id of the message, as `GET /v1/messages` lists it.
   * @example 6925a1f0c0ffee0123456789
   */
  _messageId: string;

  /** The step it comes from: its entry in the `jobs` of the activity. */
  _jobId: string;

  /**
   * Email: `to`, `subject`, `html`, `text`, and where given `from`, `senderName`, `replyTo`, `cc`, `bcc`, `headers` and
   * `attachments`, these by name, type and size alone. SMS: `to`, `body`, `from`. Push: `title`, `body`, `data`. Chat and
   * tool: `target`, `body`. Device tokens, addresses to which anybody may post, and values of secret variables are masked.
   * Absent when there is a `problem`.
   */
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { channel: 'sms', to: '+4915112345678', body: 'Your code is 4711.' },
  })
  content?: object;

  /** Why there is no content: it has more than a megabyte, or was encrypted with another `SECRET_KEY`. */
  @ApiPropertyOptional({ enum: PROBLEMS })
  problem?: (typeof PROBLEMS)[number];

  /**
   * When it was sent, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When it is deleted, ISO 8601 in UTC.
   * @example 2026-02-10T04:05:06.789Z
   */
  expiresAt: string;
}

/** What was sent for one trigger to one recipient. */
export class RunContentDto {
  /**
   * Days for which the environment keeps contents; 0: it keeps none.
   * @example 7
   */
  retentionDays: number;

  /** Contents that are kept, in the order of the steps. In-app messages are not among them: an inbox has them. */
  @ApiProperty({ type: [MessageContentDto] })
  messages: MessageContentDto[];

  /**
   * Payload of the trigger with the members that the activity masks: those that its schema marks as `writeOnly`, and those
   * that the environment names. Absent when it is deleted.
   */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { token: '3f1c9a5b' } })
  payload?: Record<string, unknown>;
}

/** In the order of the steps. */
export function toRunContentDto(
  { _id: runId, steps }: Pick<Run, '_id' | 'steps'>,
  contents: readonly OpenContent[],
  retentionDays: number,
  payload: Record<string, unknown> | undefined,
): RunContentDto {
  const byId = IdMap.of(contents);
  const messages = steps.flatMap(({ stepId, messageIds = [] }) =>
    messageIds.flatMap((id): MessageContentDto[] => {
      const found = byId.get(id);
      if (!found) return [];
      const { content, problem, createdAt, expiresAt } = found;
      return [
        {
          _messageId: id.toHexString(),
          _jobId: jobId(runId, stepId),
          content,
          problem,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        },
      ];
    }),
  );
  return { retentionDays, messages, ...(payload && { payload }) };
}

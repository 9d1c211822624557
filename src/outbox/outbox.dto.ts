import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { SendingChannel } from '#libs/providers/kit/content.js';
import { dto } from '../platform/http/dto.js';
import { CursorPageDto, CursorQueryDto } from '../platform/paging/paging.dto.js';
import type { CursorPage } from '../platform/paging/cursor-page.js';
import type { OutboxEntry, OutboxMessage } from './outbox-message.schema.js';
import { OUTBOX_PROVIDERS } from './outbox-rules.js';

const CHANNELS = [...Object.keys(OUTBOX_PROVIDERS), 'tool'];

/** Which messages of the outbox are meant. All filters must match. */
export class OutboxFilterDto {
  /** Only messages of this channel. */
  @IsOptional()
  @IsIn(CHANNELS)
  @ApiPropertyOptional({ enum: CHANNELS })
  channel?: SendingChannel;

  /**
   * Only messages to this address, number, device or place in a chat, exactly as it was given.
   * @example ada@example.com
   */
  @IsOptional()
  @IsString()
  @MaxLength(4096)
  recipient?: string;

  /** Only messages of this trigger. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  transactionId?: string;
}

/** Which messages of the outbox are listed. */
export class ListOutboxQueryDto extends IntersectionType(OutboxFilterDto, CursorQueryDto) {}

/** A message that has landed in the outbox, in a few words. */
export class OutboxMessageDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /** Channel of the step it comes from. */
  @ApiProperty({ enum: CHANNELS })
  channel: SendingChannel;

  /**
   * Provider of the integration it was sent with.
   * @example novu-email
   */
  providerId: string;

  /** Internal id of that integration. */
  _integrationId: string;

  /** Internal id of the subscriber, where it is known. */
  _subscriberId?: string;

  /** Id of its activity, for `GET /v1/notifications/{notificationId}`; left out when the subscriber is unknown. */
  _notificationId?: string;

  /** Transaction ID of the trigger. */
  transactionId: string;

  /** Id of the message, as `GET /v1/messages` lists it. The devices of a push message share one. */
  messageId: string;

  /**
   * All recipients: addresses, a number, a device, a place in a chat.
   * @example ["ada@example.com"]
   */
  recipients: string[];

  /**
   * The subject or title; where there is none, the first line.
   * @example Your order is on its way
   */
  subject: string;

  /**
   * The beginning of its text.
   * @example Three parcels with a lamp, two chairs and a rug.
   */
  preview: string;

  /**
   * When it landed here, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When it is deleted, ISO 8601 in UTC.
   * @example 2026-02-10T04:05:06.789Z
   */
  expiresAt: string;
}

/** A message that has landed in the outbox. */
export class OutboxMessageDetailDto extends OutboxMessageDto {
  /**
   * The message as the provider would get it. Email: `to`, `subject`, `html`, `text`, and if given `from`, `senderName`,
   * `replyTo`, `cc`, `bcc`, `headers` and `attachments` (name, type and size of each). SMS: `to`, `body`, `from`. Push:
   * `token`, `title`, `body`, `data`. Chat and tool: `target`, `body`.
   */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { channel: 'sms', to: '+4915112345678', body: 'Your code is 4711.' },
  })
  content: object;
}

/** A page of the outbox. */
export class OutboxPageDto extends CursorPageDto {
  /** The messages on this page, without their contents. */
  @ApiProperty({ type: [OutboxMessageDto] })
  data: OutboxMessageDto[];
}

function toOutboxMessageDto(message: OutboxEntry): OutboxMessageDto {
  const { _id, channel, providerId, integrationId, subscriberId, runId, transactionId, messageId } = message;
  const { recipients, subject, preview, createdAt, expiresAt } = message;
  return dto<OutboxMessageDto>({
    _id,
    channel,
    providerId,
    _integrationId: integrationId,
    ...(subscriberId && { _subscriberId: subscriberId }),
    ...(runId && { _notificationId: runId }),
    transactionId,
    messageId,
    recipients,
    subject,
    preview,
    createdAt,
    expiresAt,
  });
}

export function toOutboxMessageDetailDto(message: OutboxMessage): OutboxMessageDetailDto {
  return Object.assign(toOutboxMessageDto(message), { content: message.content });
}

export function toOutboxPageDto(page: CursorPage<OutboxEntry>): OutboxPageDto {
  return { ...page, data: page.data.map(toOutboxMessageDto) };
}

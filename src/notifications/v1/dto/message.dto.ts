import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { INTEGRATION_CHANNELS } from '../../../integrations/integration.schema.js';
import { SubscriberDto } from '../../../subscribers/dto/subscriber.dto.js';
import { SEVERITIES, type Severity } from '../../../workflows/severity.js';
import type { MessageStatus } from '../../messages/message.schema.js';
import { MessageCtaDto } from './message-cta.dto.js';

const STATUSES = ['sent', 'error', 'warning'] as const;

/** What a step delivered to one target, on any channel. */
export class MessageDto {
  /** Id of the message. */
  _id: string;
  /** Internal id of the workflow. */
  _templateId: string;
  /** Environment. */
  _environmentId: string;
  /** Organization. */
  _organizationId: string;
  /** Id of the activity entry it belongs to. */
  _notificationId: string;
  /** Internal id of the subscriber. */
  _subscriberId: string;
  /** The subscriber; left out when deleted since. */
  subscriber?: SubscriberDto;
  /** Identifier of the workflow. */
  templateIdentifier: string;
  /** Id of the trigger. */
  transactionId: string;
  /** Channel. */
  @ApiProperty({ enum: INTEGRATION_CHANNELS })
  channel: string;
  /** Provider it was sent through. */
  providerId?: string;
  /** How sending went. */
  @ApiProperty({ enum: STATUSES })
  status: MessageStatus;
  /** What went wrong, as a name. */
  errorId?: string;
  /** What went wrong, in words. */
  errorText?: string;
  /** Headline. */
  subject?: string;
  /** Text. Of channels other than in-app it is not stored. */
  content?: string;
  /** Buttons, and where a click leads. */
  cta: MessageCtaDto;
  /** It was shown. */
  seen: boolean;
  /** It was read. */
  read: boolean;
  /** It was put into the archive. */
  archived: boolean;
  /** When it was shown for the first time, ISO 8601. */
  firstSeenDate?: string;
  /** When it was shown last, ISO 8601. */
  lastSeenDate?: string;
  /** When it was read, ISO 8601. */
  lastReadDate?: string;
  /** When it was archived, ISO 8601. */
  archivedAt?: string;
  /** When it is shown again, ISO 8601; left out when it is not hidden. */
  snoozedUntil?: string;
  /** When it was delivered, ISO 8601. */
  deliveredAt: string[];
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** Address of a picture. */
  avatar?: string;
  /** Tags of the workflow. */
  tags: string[];
  /** Values for the widget's own use. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  data?: Record<string, unknown>;
  /** How much it matters. */
  @ApiProperty({ enum: SEVERITIES })
  severity: Severity;
  /** Context of the trigger, each `type:id`. */
  contextKeys: string[];
  /** Payload of the trigger, as long as it is kept. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  payload?: Record<string, unknown>;
}

/** A page of messages, newest first. */
export class MessagePageDto {
  /** The messages. */
  @ApiProperty({ type: [MessageDto] })
  data: MessageDto[];
  /** There are more pages. */
  hasMore: boolean;
  /**
   * Messages per page.
   * @example 10
   */
  pageSize: number;
  /**
   * Number of this page, from 0.
   * @example 0
   */
  page: number;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CHANNELS } from '#libs/channels.js';
import { SubscriberDto, toSubscriberDto } from '../../subscribers/subscriber.dto.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SEVERITIES, type Severity } from '../../workflows/workflow.schema.js';
import type { ActionType, Message, MessageStatus } from '../messages/message.schema.js';
import { shownState } from '../messages/message-state.js';
import { dto } from '../../platform/http/dto.js';

const ACTION_TYPES = ['primary', 'secondary'] as const;

/** Where a click on the message leads. */
export class MessageCtaDataDto {
  /** Absolute http or https address, or a path. */
  url?: string;
  /** Where the address opens, for example `_blank`. */
  target?: string;
}

/** A button. */
export class MessageButtonDto {
  /** Which of the two buttons it is. */
  @ApiProperty({ enum: ACTION_TYPES })
  type: ActionType;
  /** Text of the button. */
  content: string;
  /** Where a click on it leads. */
  url?: string;
  /** Where the address opens, for example `_blank`. */
  target?: string;
}

/** The button that was completed last. */
export class MessageActionResultDto {
  /** Which of the two buttons was completed. */
  @ApiPropertyOptional({ enum: ACTION_TYPES })
  type?: ActionType;
  /** Data that was sent when it was completed. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  payload?: Record<string, unknown>;
}

/** The buttons, and whether one was completed. */
export class MessageActionDto {
  /** Done when a button is completed. */
  @ApiProperty({ enum: ['pending', 'done'] })
  status: 'pending' | 'done';
  /** The buttons. */
  @ApiProperty({ type: [MessageButtonDto] })
  buttons: MessageButtonDto[];
  /** The button that was completed last. */
  result: MessageActionResultDto;
}

/** Buttons, and where a click leads. Empty when the message has neither. */
export class MessageCtaDto {
  /** Always `redirect`. */
  @ApiPropertyOptional({ enum: ['redirect'] })
  type?: 'redirect';
  /** Where a click on the message leads. */
  data?: MessageCtaDataDto;
  /** The buttons. */
  action?: MessageActionDto;
}

/**
 * The older form of buttons. It has room for one completed button, while each is stored by itself (behaviour A4): the one
 * that was completed last is shown.
 */
function toMessageCtaDto({ redirect, actions, lastCompleted }: Message): MessageCtaDto {
  const buttons = ACTION_TYPES.flatMap((type): MessageButtonDto[] => {
    const action = actions?.[type];
    return action ? [{ type, content: action.label, ...action.redirect }] : [];
  });
  const completed = ACTION_TYPES.filter((type) => actions?.[type]?.completed);
  const type = completed.find((one) => one === lastCompleted) ?? completed[0];
  const payload = type && actions?.[type]?.payload;
  return {
    ...((redirect || buttons.length > 0) && { type: 'redirect' as const }),
    ...(redirect && { data: { ...redirect } }),
    ...(buttons.length > 0 && {
      action: {
        status: type ? 'done' : 'pending',
        buttons,
        result: { ...(type && { type }), ...(payload && { payload }) },
      },
    }),
  };
}

const STATUSES = ['sent', 'error', 'warning'] as const;

/** A message that a step sent to one target, on any channel. */
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
  /** Transaction ID of the trigger. */
  transactionId: string;
  /** Channel. */
  @ApiProperty({ enum: CHANNELS })
  channel: string;
  /** Provider it was sent through. */
  providerId?: string;
  /** Result of sending it. */
  @ApiProperty({ enum: STATUSES })
  status: MessageStatus;
  /** Name of the failure. */
  errorId?: string;
  /** Description of the failure. */
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
  /** URL of an avatar. */
  avatar?: string;
  /** Tags of the workflow. */
  tags: string[];
  /** Values for the widget's own use. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  data?: Record<string, unknown>;
  /** Severity. */
  @ApiProperty({ enum: SEVERITIES })
  severity: Severity;
  /** Context of the trigger, each `type:id`. */
  contextKeys: string[];
  /** Payload of the trigger, as long as it is kept; masked as in the activity. */
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

/** Parts of a message that are stored elsewhere; deleted ones are absent. */
interface MessageSurroundings {
  subscriber?: Subscriber;
  payload?: Record<string, unknown>;
}

/** A message as older clients know it, and as sockets announce it, at a moment. */
export function toMessageDto(message: Message, { subscriber, payload }: MessageSurroundings, now: Date): MessageDto {
  const { providerId, errorId, errorText, subject, body, avatar, data, firstSeenAt, lastSeenAt, workflow } = message;
  const { read, readAt, archived, archivedAt, snoozedUntil, deliveredAt } = shownState(message, now);
  return dto<MessageDto>({
    _id: message._id,
    _templateId: workflow.id,
    _environmentId: message.environmentId,
    _organizationId: message.organizationId,
    _notificationId: message.runId,
    _subscriberId: message.subscriberId,
    ...(subscriber && { subscriber: toOwner(subscriber) }),
    templateIdentifier: workflow.identifier,
    transactionId: message.transactionId,
    channel: message.channel,
    providerId,
    status: message.status ?? 'sent',
    errorId,
    errorText,
    subject,
    ...((message.channel === 'in_app' || body) && { content: body }),
    cta: toMessageCtaDto(message),
    seen: message.seen,
    read,
    archived,
    ...(firstSeenAt && { firstSeenDate: firstSeenAt.toISOString() }),
    ...(lastSeenAt && { lastSeenDate: lastSeenAt.toISOString() }),
    ...(readAt && { lastReadDate: readAt.toISOString() }),
    ...(archivedAt && { archivedAt: archivedAt.toISOString() }),
    ...(snoozedUntil && { snoozedUntil: snoozedUntil.toISOString() }),
    deliveredAt: deliveredAt.map((date) => date.toISOString()),
    createdAt: message.createdAt.toISOString(),
    avatar,
    tags: message.tags,
    ...(data && { data }),
    severity: message.severity,
    contextKeys: message.contextKeys,
    ...(payload && { payload }),
  });
}

/** Without credentials, which must not be shown here. */
function toOwner(subscriber: Subscriber): SubscriberDto {
  return toSubscriberDto(subscriber, undefined);
}

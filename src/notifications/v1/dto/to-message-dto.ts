import { type SubscriberDto, toSubscriberDto } from '../../../subscribers/dto/subscriber.dto.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import type { Message } from '../../messages/message.schema.js';
import { shownState } from '../../messages/shown-state.js';
import { toMessageCtaDto } from './message-cta.dto.js';
import type { MessageDto } from './message.dto.js';

/** What belongs to a message but is stored elsewhere; parts that are gone are absent. */
export interface MessageSurroundings {
  subscriber?: Subscriber;
  payload?: Record<string, unknown>;
}

/** A message as older clients know it, and as sockets announce it, at a moment. */
export function toMessageDto(message: Message, { subscriber, payload }: MessageSurroundings, now: Date): MessageDto {
  const { providerId, errorId, errorText, subject, body, avatar, data, firstSeenAt, lastSeenAt, workflow } = message;
  const { read, readAt, archived, archivedAt, snoozedUntil, deliveredAt } = shownState(message, now);
  return {
    _id: message._id.toHexString(),
    _templateId: workflow.id.toHexString(),
    _environmentId: message.environmentId.toHexString(),
    _organizationId: message.organizationId.toHexString(),
    _notificationId: message.runId.toHexString(),
    _subscriberId: message.subscriberId.toHexString(),
    ...(subscriber && { subscriber: toOwner(subscriber) }),
    templateIdentifier: workflow.identifier,
    transactionId: message.transactionId,
    channel: message.channel,
    ...(providerId !== undefined && { providerId }),
    status: message.status ?? 'sent',
    ...(errorId !== undefined && { errorId }),
    ...(errorText !== undefined && { errorText }),
    ...(subject !== undefined && { subject }),
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
    ...(avatar !== undefined && { avatar }),
    tags: message.tags,
    ...(data && { data }),
    severity: message.severity,
    contextKeys: message.contextKeys,
    ...(payload && { payload }),
  };
}

/** Without credentials: they are nobody's business here. */
function toOwner(subscriber: Subscriber): SubscriberDto {
  return toSubscriberDto(subscriber, undefined);
}

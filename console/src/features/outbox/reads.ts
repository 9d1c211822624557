import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { oneOf, textOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

export type OutboxMessage = Schemas['OutboxMessageDto'];

/** Channels whose messages can land in the outbox. */
export const CHANNELS = ['email', 'sms', 'push', 'chat', 'tool'] as const;

/** What the address of the list says. */
export interface OutboxSearch extends Place {
  channel?: (typeof CHANNELS)[number];
  recipient?: string;
  transactionId?: string;
}

/** The part of the address that belongs to the list. */
export function searchOf(given: Record<string, unknown>): OutboxSearch {
  return {
    ...placeOf(given),
    channel: oneOf(CHANNELS, given.channel),
    recipient: textOf(given.recipient),
    transactionId: textOf(given.transactionId),
  };
}

const PAGE = 25;

/** A page of the outbox. */
export function outboxList({ channel, recipient, transactionId, after, before }: OutboxSearch) {
  return read('/v1/outbox', { query: { channel, recipient, transactionId, after, before, limit: PAGE } });
}

/** One message with its content. */
export function outboxMessage(outboxMessageId: string) {
  return read('/v1/outbox/{outboxMessageId}', { path: { outboxMessageId } });
}

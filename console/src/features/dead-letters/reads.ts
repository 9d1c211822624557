import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { oneOf, textOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

export type DeadLetter = Schemas['DeadLetterDto'];

/** Channels whose messages can be given up. */
export const CHANNELS = ['email', 'sms', 'push', 'chat', 'tool'] as const;

/** Which messages are meant: the filters of the list, and of sending again. */
export interface DeadLetterFilter {
  channel?: (typeof CHANNELS)[number];
  providerId?: string;
  integrationId?: string;
  workflowId?: string;
  subscriberId?: string;
  transactionId?: string;
  failedAfter?: string;
  failedBefore?: string;
}

/** What the address of the list says. */
export type DeadLetterSearch = DeadLetterFilter & Place;

/** The part of the address that belongs to the list. */
export function searchOf(given: Record<string, unknown>): DeadLetterSearch {
  return {
    ...placeOf(given),
    channel: oneOf(CHANNELS, given.channel),
    providerId: textOf(given.providerId),
    integrationId: textOf(given.integrationId),
    workflowId: textOf(given.workflowId),
    subscriberId: textOf(given.subscriberId),
    transactionId: textOf(given.transactionId),
    failedAfter: textOf(given.failedAfter),
    failedBefore: textOf(given.failedBefore),
  };
}

/** The filters alone, without what is not given: it is also the body that sends them again. */
export function filterOf(search: DeadLetterSearch): DeadLetterFilter {
  const { channel, providerId, integrationId, workflowId, subscriberId, transactionId, failedAfter, failedBefore } =
    search;
  const named = { channel, providerId, integrationId, workflowId, subscriberId, transactionId };
  const filter = { ...named, failedAfter, failedBefore };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

const PAGE = 25;

/** A page of messages that were given up. */
export function deadLetterList(search: DeadLetterSearch) {
  const { after, before } = search;
  return read('/v1/dead-letters', { query: { ...filterOf(search), after, before, limit: PAGE } });
}

/** How many there are with these filters: the page is as short as can be. */
export function deadLetterCount(filter: DeadLetterFilter) {
  return read('/v1/dead-letters', { query: { ...filter, limit: 1 } });
}

/** One message that was given up. */
export function deadLetter(deadLetterId: string) {
  return read('/v1/dead-letters/{deadLetterId}', { path: { deadLetterId } });
}

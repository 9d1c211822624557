import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { oneOf, textOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

export type Suppression = Schemas['SuppressionDto'];
type Channel = Suppression['channel'];

/** The channels whose messages have addresses of people. */
export const CHANNELS: Record<Channel, string> = { email: 'Email', sms: 'SMS', chat: 'Chat', push: 'Push' };

export const CHANNEL_OPTIONS = Object.entries(CHANNELS).map(([value, label]) => ({ value, label }));

/** Reasons that have a meaning, and what they block. */
export const REASONS: Record<string, { label: string; blocks: string }> = {
  bounce: { label: 'Hard bounce', blocks: 'all messages' },
  complaint: { label: 'Spam complaint', blocks: 'all messages' },
  manual: { label: 'Added manually', blocks: 'all messages' },
  unsubscribe: { label: 'Unsubscribed', blocks: 'subscription workflows' },
  stop: { label: 'STOP', blocks: 'all but critical workflows' },
};

export const REASON_OPTIONS = Object.entries(REASONS).map(([value, { label }]) => ({ value, label }));

/** What a reason is called; others are texts of the user. */
export function reasonWords(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason]!.label : reason;
}

/** From where an entry comes. */
export const SOURCES: Record<Suppression['source']['type'], string> = {
  api: 'API',
  console: 'Console',
  import: 'Import',
  report: 'Provider',
  keyword: 'Reply by SMS',
  person: 'Recipient',
};

/** Which entries are meant: the filters of the list and of the export. */
export interface SuppressionFilter {
  channel?: Channel;
  address?: string;
  reason?: string;
}

/** What the address of the list says. */
export type SuppressionSearch = SuppressionFilter & Place;

/** The part of the address that belongs to the list. */
export function searchOf(given: Record<string, unknown>): SuppressionSearch {
  return {
    ...placeOf(given),
    channel: oneOf(Object.keys(CHANNELS) as Channel[], given.channel),
    address: textOf(given.address),
    reason: textOf(given.reason),
  };
}

const PAGE = 25;

/** A page of suppressed addresses. */
export function suppressionList({ channel, address, reason, after, before }: SuppressionSearch) {
  return read('/v1/suppressions', { query: { channel, address, reason, after, before, limit: PAGE } });
}

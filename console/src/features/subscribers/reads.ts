import { read } from '../../api/read';
import { oneOf, textOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

/** What the address of the list says. */
export interface SubscriberSearch extends Place {
  name?: string;
  email?: string;
  id?: string;
}

/** The part of the address that belongs to the list. */
export function searchOf(given: Record<string, unknown>): SubscriberSearch {
  return { ...placeOf(given), name: textOf(given.name), email: textOf(given.email), id: textOf(given.id) };
}

const PAGE = 25;

/** A page of subscribers. */
export function subscriberList({ id, name, email, after, before }: SubscriberSearch) {
  return read('/v2/subscribers', {
    query: { subscriberId: id, name, email, ignoreCase: true, after, before, limit: PAGE },
  });
}

/** One subscriber. */
export function subscriber(subscriberId: string) {
  return read('/v2/subscribers/{subscriberId}', { path: { subscriberId } });
}

/** The parts of a subscriber's screen. */
export const SUBSCRIBER_TABS = [
  'profile',
  'channels',
  'preferences',
  'consent',
  'topics',
  'inbox',
  'activity',
] as const;
export type SubscriberTab = (typeof SUBSCRIBER_TABS)[number];

/** What the address of a subscriber says. */
export interface DetailSearch extends Place {
  tab?: SubscriberTab;
}

/** The part of the address that belongs to a subscriber. */
export function detailSearchOf(given: Record<string, unknown>): DetailSearch {
  return { ...placeOf(given), tab: oneOf(SUBSCRIBER_TABS, given.tab) };
}

import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { textOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

export type Topic = Schemas['TopicDto'];
export type Subscription = Schemas['SubscriptionDto'];
export type SubscriptionDetails = Schemas['SubscriptionDetailsDto'];

/** What the address of the list says. */
export interface TopicSearch extends Place {
  name?: string;
  key?: string;
}

/** The part of the address that belongs to the list. */
export function searchOf(given: Record<string, unknown>): TopicSearch {
  return { ...placeOf(given), name: textOf(given.name), key: textOf(given.key) };
}

/** What the address of a topic says: which of its members are shown, and the subscription whose rules are open. */
export interface MemberSearch extends Place {
  subscriber?: string;
  rules?: string;
}

/** The part of the address that belongs to the members of a topic. */
export function memberSearchOf(given: Record<string, unknown>): MemberSearch {
  return { ...placeOf(given), subscriber: textOf(given.subscriber), rules: textOf(given.rules) };
}

const PAGE = 25;

/** A page of topics. */
export function topicList({ key, name, after, before }: TopicSearch) {
  return read('/v2/topics', { query: { key, name, after, before, limit: PAGE } });
}

/** One topic. */
export function topic(topicKey: string) {
  return read('/v2/topics/{topicKey}', { path: { topicKey } });
}

/** A page of the members of a topic. */
export function memberList(topicKey: string, { subscriber, after, before }: MemberSearch) {
  return read('/v2/topics/{topicKey}/subscriptions', {
    path: { topicKey },
    query: { subscriberId: subscriber, after, before, limit: PAGE },
  });
}

/** One subscription, with its rules. */
export function subscription(topicKey: string, identifier: string) {
  return read('/v2/topics/{topicKey}/subscriptions/{identifier}', { path: { topicKey, identifier } });
}

/** Workflows that rules can name. */
export const workflowChoices = read('/v2/workflows', { query: { limit: 100, orderBy: 'name', orderDirection: 'ASC' } });

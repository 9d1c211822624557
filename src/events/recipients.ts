import { ValidationException } from '../platform/errors/validation.exception.js';
import type { SentProfile, SubscriberProfile } from '../subscribers/subscriber-profile.js';
import { isObject } from '../platform/values/is-object.js';
import { readSubscriberProfile } from './read-profile.js';

/** A subscriber named in `to`, with the fields the trigger brings along. */
export interface SubscriberRecipient<Profile = SubscriberProfile> {
  kind: 'subscriber';
  profile: Profile;
}

/** Everybody who has subscribed to a topic, except `exclude`. */
export interface TopicRecipient {
  kind: 'topic';
  topicKey: string;
  exclude: string[];
}

export type Recipient<Profile = SubscriberProfile> = SubscriberRecipient<Profile> | TopicRecipient;

/** As it was sent. */
export type SentRecipient = Recipient<SentProfile>;

/**
 * Reads the `to` of a trigger (behaviour T2, T3, T11): one recipient or several, each a subscriber id, a subscriber
 * object or a topic object. A topic counts as one recipient. Throws a 422 that names the position of what is wrong.
 */
export function readRecipients(to: unknown, most: number): SentRecipient[] {
  const single = !Array.isArray(to);
  const entries: unknown[] = single ? [to] : to;
  if (entries.length === 0) throw ValidationException.of('to', 'to must name at least one recipient');
  if (entries.length > most) {
    throw ValidationException.of('to', `to may name at most ${most} recipients, but names ${entries.length}`);
  }
  return entries.map((entry, index) => readRecipient(entry, single ? 'to' : `to.${index}`));
}

function readRecipient(entry: unknown, field: string): SentRecipient {
  if (isObject(entry) && entry.type === 'Topic') return readTopic(entry, field);
  if (isObject(entry) && 'topicKey' in entry && !('subscriberId' in entry)) {
    throw ValidationException.of(`${field}.type`, "type must be 'Topic' where a topicKey is given");
  }
  return { kind: 'subscriber', profile: readSubscriberProfile(entry, field) };
}

function readTopic(entry: object, field: string): TopicRecipient {
  const { topicKey, exclude = [] } = entry as { topicKey?: unknown; exclude?: unknown };
  if (typeof topicKey !== 'string' || topicKey === '') {
    throw ValidationException.of(`${field}.topicKey`, 'topicKey must be a non-empty string');
  }
  if (!Array.isArray(exclude) || !exclude.every((id) => typeof id === 'string')) {
    throw ValidationException.of(`${field}.exclude`, 'exclude must be a list of subscriber ids');
  }
  return { kind: 'topic', topicKey, exclude };
}

import { type FieldViolations, kindOf, ValidationException } from '../../platform/errors/validation.exception.js';
import { freeFormProblem } from '../../platform/validation/decorators.js';
import { isObject } from '../../platform/values/is-object.js';
import { nearest } from '../../platform/values/nearest.js';
import { readChannels } from '../../subscribers/credentials/channel-credentials.dto.js';
import { readTextField } from '../../subscribers/profiles/profile-fields.js';
import type { SentProfile } from '../../subscribers/profiles/subscriber-profile.js';
import { DATA_RULES, MAX_SUBSCRIBER_ID_LENGTH, SUBSCRIBER_ID } from '../../subscribers/subscriber-limits.js';
import type { Recipient, TopicRecipient } from '../store/event.schema.js';

/** A recipient as it was sent. */
type SentRecipient = Recipient<SentProfile>;

/** The recipients of a trigger, with their places in it. `refused`: what is wrong with others, if there are any. */
export interface ReadRecipients {
  recipients: SentRecipient[];
  places: string[];
  refused?: FieldViolations;
}

/**
 * Reads the `to` of a trigger (behaviour T2, T3, T11): one recipient or several, each a subscriber id, a subscriber
 * object or a topic object. A topic counts as one recipient. One of several that is wrong is left out. Throws a 422 that
 * names the positions of what is wrong when nobody is left.
 */
export function readRecipients(to: unknown, max: number): ReadRecipients {
  const single = !Array.isArray(to);
  const entries: unknown[] = single ? [to] : to;
  if (entries.length === 0) throw ValidationException.of('to', 'to must name at least one recipient');
  if (entries.length > max) {
    throw ValidationException.of('to', `to may name at most ${max} recipients, but names ${entries.length}`);
  }
  const places = entries.map((_entry, index) => (single ? 'to' : `to.${index}`));
  return eachAlone(places, (place, index) => readRecipient(entries[index], place));
}

/** Reads the recipients at these places, each by itself. Throws a 422 with all problems when none can be read. */
export function eachAlone<Read>(
  places: readonly string[],
  read: (place: string, index: number) => Read,
): { recipients: Read[]; places: string[]; refused?: FieldViolations } {
  const recipients: Read[] = [];
  const kept: string[] = [];
  const refused: FieldViolations = {};
  for (const [index, place] of places.entries()) {
    try {
      recipients.push(read(place, index));
      kept.push(place);
    } catch (error) {
      if (!(error instanceof ValidationException)) throw error;
      Object.assign(refused, error.errors);
    }
  }
  if (recipients.length === 0 && places.length > 0) throw new ValidationException(refused);
  return { recipients, places: kept, ...(kept.length < places.length && { refused }) };
}

function readRecipient(entry: unknown, field: string): SentRecipient {
  if (isObject(entry) && entry.type === 'Topic') return readTopic(entry, field);
  if (isObject(entry) && 'topicKey' in entry && !('subscriberId' in entry)) {
    throw ValidationException.of(`${field}.type`, "type must be 'Topic' where a topicKey is given");
  }
  if (isObject(entry) && !('subscriberId' in entry) && ('topic' in entry || 'topics' in entry)) {
    const form = `{"type": "Topic", "topicKey": "orders"}`;
    throw ValidationException.of(`${field}.topicKey`, `topicKey must be given: a topic is named as ${form}`);
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

const TEXT_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone'] as const;
/** Names that callers use for the id by mistake. */
const INSTEAD = ['id', '_id', 'userId', 'externalId', 'subscriber'];

/**
 * Reads a subscriber that a trigger names in `to` or as `actor`: an id, or an object with a `subscriberId` and fields
 * to store (behaviour R1, R2, T11). Null counts as absent. Throws a 422 that names what is wrong.
 */
export function readSubscriberProfile(input: unknown, field: string): SentProfile {
  if (typeof input === 'string') return { subscriberId: readSubscriberId(input, field) };
  if (!isObject(input)) {
    throw ValidationException.of(field, `${field} must be a subscriber id or an object with a subscriberId`);
  }
  const profile: SentProfile = { subscriberId: readSubscriberId(input.subscriberId, `${field}.subscriberId`, input) };
  for (const name of TEXT_FIELDS) {
    const value = input[name] ?? undefined;
    if (value === undefined) continue;
    const reading = readTextField(name, value);
    if ('problem' in reading) throw ValidationException.of(`${field}.${name}`, `${name} ${reading.problem}`);
    profile[name] = reading.value;
  }
  const data = input.data ?? undefined;
  if (data !== undefined) {
    const problem = isObject(data) ? freeFormProblem(data, DATA_RULES) : 'must be an object';
    if (problem !== undefined) throw ValidationException.of(`${field}.data`, `data ${problem}`);
    profile.data = data as Record<string, unknown>;
  }
  const channels = input.channels ?? undefined;
  if (channels !== undefined) profile.channels = readChannels(channels, `${field}.channels`);
  return profile;
}

function readSubscriberId(value: unknown, field: string, given?: object): string {
  if (typeof value !== 'string' || value.length > MAX_SUBSCRIBER_ID_LENGTH || !SUBSCRIBER_ID.test(value)) {
    throw ValidationException.of(
      field,
      `subscriberId must be a text of 1 to ${MAX_SUBSCRIBER_ID_LENGTH} characters without control characters${problemOf(value, given)}`,
    );
  }
  return value;
}

function problemOf(value: unknown, given: object | undefined): string {
  if (typeof value === 'string') return '';
  if (value !== undefined) return `, not ${kindOf(value)}`;
  const instead = nearest('subscriberId', Object.keys(given ?? {})) ?? INSTEAD.find((name) => name in (given ?? {}));
  return `, but is missing${instead === undefined ? '' : `: it was sent as '${instead}'`}`;
}

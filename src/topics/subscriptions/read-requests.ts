import { conditionError } from '#libs/conditions/json-logic/evaluate-condition.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { freeFormProblem } from '../../platform/validation/decorators.js';
import { isObject } from '../../platform/values/is-object.js';
import { MAX_SUBSCRIBER_ID_LENGTH } from '../../subscribers/subscriber-limits.js';
import type { SubscriptionRule } from './topic-subscription.schema.js';

/** No control characters, and no halves of surrogate pairs, which the store cannot keep. */
const TEXT = /^[^\p{Cc}\p{Cs}]+$/u;

/** A list of at most `max` entries, or a 422 for the field. */
export function readList(value: unknown, field: string, max: number): unknown[] {
  if (!Array.isArray(value)) throw ValidationException.of(field, `${field} must be a list`);
  if (value.length > max) throw ValidationException.of(field, `${field} may have at most ${max} entries`);
  return value;
}

/** A text of 1 to `max` characters without control characters, or a 422 for the field. */
export function readText(value: unknown, field: string, max: number): string {
  if (typeof value !== 'string' || !TEXT.test(value)) {
    throw ValidationException.of(field, `${field} must be a non-empty text without control characters`);
  }
  if (value.length > max) throw ValidationException.of(field, `${field} may have at most ${max} characters`);
  return value;
}

/** Subscriptions that one request can make or remove (behaviour TS1). */
export const MAX_PER_REQUEST = 100;

const MAX_IDENTIFIER_LENGTH = 512;
const MAX_NAME_LENGTH = 256;

/** A subscription to create. Without an identifier it gets one derived from topic, subscriber and contexts. */
export interface RequestedSubscription {
  subscriberId: string;
  identifier?: string;
  name?: string;
}

/** Subscriptions to remove: by identifier, by subscriber, or by both. */
export interface RequestedRemoval {
  subscriberId?: string;
  identifier?: string;
}

/** The two lists in which a request may name subscribers; `subscriberIds` is the older one. */
export interface NamedSubscribers {
  subscriberIds?: unknown;
  subscriptions?: unknown;
}

/** Reads the subscriptions that a request creates. Throws a 422 that names the position of what is wrong. */
export function readRequestedSubscriptions(request: NamedSubscribers): RequestedSubscription[] {
  return readEntries(request, (entry, field) => ({
    subscriberId: readSubscriberId(entry.subscriberId, `${field}.subscriberId`),
    identifier: readIdentifier(entry.identifier, `${field}.identifier`),
    ...(entry.name !== undefined && { name: readName(entry.name, `${field}.name`) }),
  }));
}

/** Reads the subscriptions that a request removes. Throws a 422 that names the position of what is wrong. */
export function readRequestedRemovals(request: NamedSubscribers): RequestedRemoval[] {
  return readEntries<RequestedRemoval>(request, ({ identifier, subscriberId }, field) => {
    if (identifier === undefined && subscriberId === undefined) {
      throw ValidationException.of(field, `${field} must have an identifier or a subscriberId`);
    }
    return {
      ...(subscriberId !== undefined && { subscriberId: readSubscriberId(subscriberId, `${field}.subscriberId`) }),
      ...(identifier !== undefined && { identifier: readIdentifier(identifier, `${field}.identifier`) }),
    };
  });
}

/** The name of a subscription. */
export function readName(name: unknown, field: string): string {
  if (typeof name !== 'string') throw ValidationException.of(field, `${field} must be a string`);
  if (name.length > MAX_NAME_LENGTH) {
    throw ValidationException.of(field, `${field} may have at most ${MAX_NAME_LENGTH} characters`);
  }
  return name;
}

/** Entries of both lists, each a subscriber id or an object. */
function readEntries<Entry>(
  { subscriberIds = [], subscriptions = [] }: NamedSubscribers,
  readObject: (entry: Record<string, unknown>, field: string) => Entry,
): (Entry | { subscriberId: string })[] {
  const ids = readList(subscriberIds, 'subscriberIds', MAX_PER_REQUEST);
  const entries = readList(subscriptions, 'subscriptions', MAX_PER_REQUEST);
  if (ids.length + entries.length === 0) {
    throw ValidationException.of('subscriptions', 'subscriptions must name at least one subscriber');
  }
  if (ids.length + entries.length > MAX_PER_REQUEST) {
    const message = `subscriptions and subscriberIds may have at most ${MAX_PER_REQUEST} entries together`;
    throw ValidationException.of('subscriptions', message);
  }
  return [
    ...ids.map((id, index) => ({ subscriberId: readSubscriberId(id, `subscriberIds.${index}`) })),
    ...entries.map((entry, index) => {
      const field = `subscriptions.${index}`;
      if (isObject(entry)) return readObject(entry, field);
      if (typeof entry === 'string') return { subscriberId: readSubscriberId(entry, field) };
      throw ValidationException.of(field, `${field} must be a subscriber id or an object`);
    }),
  ];
}

function readSubscriberId(value: unknown, field: string): string {
  return readText(value, field, MAX_SUBSCRIBER_ID_LENGTH);
}

/** The identifier of a subscription. */
export function readIdentifier(value: unknown, field: string): string {
  return readText(value, field, MAX_IDENTIFIER_LENGTH);
}

/** Rules of one subscription. */
export const MAX_RULES = 100;
const MAX_NAMES = 100;
const MAX_ENTRY_LENGTH = 256;

/** A condition is evaluated once per subscription and trigger, and stored with each subscription. */
const MAX_CONDITION_BYTES = 16_384;

/**
 * Reads the `preferences` of a subscription (behaviour TS2). Each is the id of a workflow, a rule for one workflow, or
 * a rule for the workflows a filter finds. Undefined when there are none in the request. Throws a 422 that names the
 * position of what is wrong, a condition that could never be evaluated included.
 */
export function readRules(preferences: unknown): SubscriptionRule[] | undefined {
  if (preferences === undefined) return undefined;
  return readList(preferences, 'preferences', MAX_RULES).map((entry, index) => readRule(entry, `preferences.${index}`));
}

function readRule(entry: unknown, field: string): SubscriptionRule {
  if (typeof entry === 'string') return { workflowIds: [readText(entry, field, MAX_ENTRY_LENGTH)], enabled: true };
  if (!isObject(entry)) {
    throw ValidationException.of(field, `${field} must be a workflow id, or an object with workflowId or filter`);
  }
  const { workflowId, filter, enabled = true, condition } = entry;
  if ((workflowId === undefined) === (filter === undefined)) {
    throw ValidationException.of(field, `${field} must have either workflowId or filter`);
  }
  if (typeof enabled !== 'boolean') {
    throw ValidationException.of(`${field}.enabled`, `${field}.enabled must be a boolean`);
  }
  return {
    ...(filter === undefined
      ? { workflowIds: [readText(workflowId, `${field}.workflowId`, MAX_ENTRY_LENGTH)] }
      : readFilter(filter, `${field}.filter`)),
    enabled,
    ...readCondition(condition, `${field}.condition`),
  };
}

function readFilter(filter: unknown, field: string): Pick<SubscriptionRule, 'workflowIds' | 'tags'> {
  if (!isObject(filter)) throw ValidationException.of(field, `${field} must be an object with workflowIds or tags`);
  const [workflowIds, tags] = [readNames(filter, 'workflowIds', field), readNames(filter, 'tags', field)];
  if (workflowIds.length + tags.length === 0) {
    throw ValidationException.of(field, `${field} must name at least one workflow or tag`);
  }
  return { ...(workflowIds.length > 0 && { workflowIds }), ...(tags.length > 0 && { tags }) };
}

function readNames(filter: Record<string, unknown>, member: 'workflowIds' | 'tags', field: string): string[] {
  const names = filter[member];
  if (names === undefined) return [];
  const path = `${field}.${member}`;
  return readList(names, path, MAX_NAMES).map((name, index) => readText(name, `${path}.${index}`, MAX_ENTRY_LENGTH));
}

/** The `condition` of a rule. An empty one is none: it would deliver whatever `enabled` says. */
export function readCondition(condition: unknown, field: string): Pick<SubscriptionRule, 'condition'> {
  if (condition === undefined) return {};
  if (!isObject(condition)) throw ValidationException.of(field, `${field} must be an object`);
  const problem = freeFormProblem(condition, { maxBytes: MAX_CONDITION_BYTES });
  if (problem !== undefined) throw ValidationException.of(field, `${field} ${problem}`);
  const error = conditionError(condition);
  if (error !== undefined) throw ValidationException.of(field, `${field} cannot be evaluated: ${error}`);
  return Object.keys(condition).length > 0 ? { condition } : {};
}

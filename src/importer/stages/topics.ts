import { isObject } from '../../platform/values/is-object.js';
import { canonicalJson, isSameJson } from '../../promotion/definition.js';
import { type Api, ApiError, type Fields } from '../api.js';
import { collected, cursorPages, numberedPages, present, textOf } from '../lists.js';
import type { Failure, Item, Note, Stage, Work } from '../plan.js';
import { contextOf } from './channels.js';

const FIELDS = ['name', 'data', 'selfSubscribe'];

/** Subscriptions of one request. */
const MAX_SUBSCRIPTIONS = 100;

/** A subscription, in the form of requests. */
interface Subscription {
  /** Absent in the older API, which has one subscription for each subscriber. */
  identifier?: string;
  subscriberId: string;
  name?: string;
  contextKeys: string[];
  rules: Fields[];
}

/** Topics with their subscriptions. */
export const topics: Stage = {
  kind: 'topics',
  async *compare({ from, to }) {
    const stored = await collected(await cursorPages(to, '/v2/topics'));
    const known = new Map(stored.map((one) => [textOf(one, 'key'), one]));
    const present = await cursorPages(from, '/v2/topics');
    const pages = present ?? (await numberedPages(from, '/v1/topics', { name: 'pageSize', value: 10 }));
    for await (const page of pages ?? []) {
      for (const topic of page) {
        const key = textOf(topic, 'key');
        const before = known.get(key);
        const { wanted, notes } = present ? await readSubscriptions(from, key) : await readOlder(from, key);
        const own = before ? (await readSubscriptions(to, key)).wanted : [];
        yield compareTopic(to, topic, before, { wanted, own, notes });
      }
    }
  },
};

function compareTopic(
  to: Api,
  topic: Fields,
  before: Fields | undefined,
  { wanted, own, notes }: { wanted: Subscription[]; own: Subscription[]; notes: Note[] },
): Work {
  const key = textOf(topic, 'key');
  const fields = present(topic, FIELDS);
  const isSame = before && isSameJson(present(before, Object.keys(fields)), fields);
  const matches = wanted.map((one) => ({ one, stored: own.find((other) => isSameSubscription(one, other)) }));
  const missing = matches.flatMap(({ one, stored }) => (stored ? [] : [one]));
  const different = matches.flatMap(({ one, stored }) => (stored && !isEqual(one, stored) ? [one] : []));
  const changes = [
    ...(missing.length > 0 ? [`${missing.length} more subscriptions`] : []),
    ...(different.length > 0 ? [`${different.length} changed subscriptions`] : []),
  ];
  const action = before ? (isSame && changes.length === 0 ? 'same' : 'change') : 'create';
  const item: Item = { type: 'topic', id: key, action, notes, ...(changes.length > 0 && { why: changes.join(', ') }) };
  if (action === 'same') return { items: [item] };
  const write = async (): Promise<Failure[]> => {
    if (!isSame) await to.write('POST', '/v2/topics', { key, ...fields });
    return [...(await add(to, key, missing)), ...(await update(to, key, different))];
  };
  return { items: [item], write };
}

/** Those that have the same contexts and rules are added with one request. */
async function add(to: Api, key: string, missing: readonly Subscription[]): Promise<Failure[]> {
  const groups = new Map<string, Subscription[]>();
  for (const one of missing) {
    const group = canonicalJson([one.contextKeys, one.rules]);
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  const failures: Failure[] = [];
  for (const group of groups.values()) {
    const { contextKeys, rules } = group[0]!;
    for (let start = 0; start < group.length; start += MAX_SUBSCRIPTIONS) {
      const subscriptions = group
        .slice(start, start + MAX_SUBSCRIPTIONS)
        .map(({ identifier, subscriberId, name }) =>
          identifier === undefined ? subscriberId : { identifier, subscriberId, ...(name !== undefined && { name }) },
        );
      const { errors = [] } = await to.write<{ errors?: { subscriberId: string; message: string }[] }>(
        'POST',
        `/v2/topics/${encodeURIComponent(key)}/subscriptions`,
        {
          subscriptions,
          ...(contextKeys.length > 0 && { context: contextOf(contextKeys) }),
          ...(rules.length > 0 && { preferences: rules }),
        },
      );
      failures.push(...errors.map(({ message }) => ({ type: 'topic', id: key, error: message })));
    }
  }
  return failures;
}

async function update(to: Api, key: string, different: readonly Subscription[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const { identifier, name, rules } of different) {
    const path = `/v2/topics/${encodeURIComponent(key)}/subscriptions/${encodeURIComponent(String(identifier))}`;
    try {
      await to.write('PATCH', path, { ...(name !== undefined && { name }), preferences: rules });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === undefined) throw error;
      failures.push({ type: 'topic', id: key, error: error.message });
    }
  }
  return failures;
}

function isSameSubscription(one: Subscription, other: Subscription): boolean {
  if (one.identifier !== undefined) return one.identifier === other.identifier;
  return one.subscriberId === other.subscriberId && other.contextKeys.length === 0;
}

function isEqual(one: Subscription, stored: Subscription): boolean {
  if (one.identifier === undefined) return true;
  return (one.name === undefined || one.name === stored.name) && isSameJson(one.rules, stored.rules);
}

async function readSubscriptions(api: Api, key: string): Promise<{ wanted: Subscription[]; notes: Note[] }> {
  const all = await collected(await cursorPages(api, `/v2/topics/${encodeURIComponent(key)}/subscriptions`));
  const notes: Note[] = [];
  const wanted = all.flatMap((one): Subscription[] => {
    const { subscriber, contextKeys, preferences, name } = one;
    if (!isObject(subscriber) || typeof subscriber['subscriberId'] !== 'string') return [];
    const rules = Array.isArray(preferences) ? preferences.filter(isObject) : [];
    if (rules.some(({ workflow }) => !isObject(workflow))) {
      notes.push({ kind: 'lost', text: 'rules of subscriptions for workflows that do not exist' });
    }
    return [
      {
        identifier: textOf(one, 'identifier'),
        subscriberId: subscriber['subscriberId'],
        ...(typeof name === 'string' && name !== '' && { name }),
        contextKeys: Array.isArray(contextKeys) ? contextKeys.map(String).toSorted() : [],
        rules: rules.flatMap(ruleOf),
      },
    ];
  });
  return { wanted, notes };
}

function ruleOf({ workflow, enabled, condition }: Fields): Fields[] {
  if (!isObject(workflow)) return [];
  const hasCondition = isObject(condition) && Object.keys(condition).length > 0;
  return [{ workflowId: workflow['identifier'], enabled: enabled !== false, ...(hasCondition && { condition }) }];
}

/** The members of a topic of the older API, which are ids of subscribers. */
async function readOlder(api: Api, key: string): Promise<{ wanted: Subscription[]; notes: Note[] }> {
  const topic = await api.find<Fields>(`/v1/topics/${encodeURIComponent(key)}`);
  const members = Array.isArray(topic?.['subscribers']) ? topic['subscribers'].map(String) : [];
  return { wanted: members.map((subscriberId) => ({ subscriberId, contextKeys: [], rules: [] })), notes: [] };
}

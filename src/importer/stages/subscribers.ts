import { isObject } from '../../platform/values/is-object.js';
import { MASK } from '../../platform/values/mask.js';
import { canonicalJson, isSameJson } from '../../promotion/definition.js';
import { readTextField, type TextField } from '../../subscribers/profiles/profile-fields.js';
import type { Api, Fields } from '../api.js';
import { cursorPages, numberedPages, plainList, present, textOf } from '../lists.js';
import type { Failure, Item, Note, Stage, Work } from '../plan.js';

const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone', 'data'];

/** Subscribers of one bulk request. */
const MAX_SUBSCRIBERS = 500;

/** Access to a subscriber at a chat or push provider. */
interface Channel {
  providerId: string;
  integrationIdentifier?: string;
  credentials: Fields;
}

/** A subscriber to be written: which fields differ, and which credentials. */
interface Change {
  subscriberId: string;
  fields?: Fields;
  channels: Channel[];
}

/** Subscribers with their credentials, in bulk; fields that only the target has stay. */
export const subscribers: Stage = {
  kind: 'subscribers',
  async *compare({ from, to, toEnvironment }) {
    const [known, reachable] = await Promise.all([readKnown(to), activeIntegrations(to, toEnvironment.id)]);
    let items: Item[] = [];
    let changes: Change[] = [];
    const work = (): Work => {
      const batch = changes;
      const done = { items, ...(batch.length > 0 && { write: () => write(to, batch) }) };
      [items, changes] = [[], []];
      return done;
    };
    for await (const page of (await subscriberPages(from)) ?? []) {
      for (const subscriber of page) {
        const { item, change } = compareOne(subscriber, known.get(textOf(subscriber, 'subscriberId')), reachable);
        items.push(item);
        if (change) changes.push(change);
        if (changes.length === MAX_SUBSCRIBERS) yield work();
      }
      if (items.length >= MAX_SUBSCRIBERS && changes.length === 0) yield work();
    }
    if (items.length > 0) yield work();
  },
};

/** All subscribers of an environment, by pages; undefined when the server has neither API. */
export async function subscriberPages(api: Api): Promise<AsyncIterable<Fields[]> | undefined> {
  return (await cursorPages(api, '/v2/subscribers')) ?? (await numberedPages(api, '/v1/subscribers'));
}

/** What the target has, as text to keep it small: an environment may have a million subscribers. */
async function readKnown(to: Api): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for await (const page of (await subscriberPages(to)) ?? []) {
    for (const one of page) {
      const stored = { fields: present(one, FIELDS), channels: channelsOf(one).all };
      known.set(textOf(one, 'subscriberId'), JSON.stringify(stored));
    }
  }
  return known;
}

/** Whether the target takes credentials at an integration: it does once that is active. */
type IsReachable = (channel: Channel) => boolean;

async function activeIntegrations(to: Api, environmentId: string): Promise<IsReachable> {
  const all = (await plainList(to, '/v1/integrations')) ?? [];
  const active = all.filter((one) => one['_environmentId'] === environmentId && one['active'] === true);
  return ({ providerId, integrationIdentifier }) =>
    active.some(
      (one) =>
        one['providerId'] === providerId &&
        (integrationIdentifier === undefined || one['identifier'] === integrationIdentifier),
    );
}

function compareOne(
  subscriber: Fields,
  stored: string | undefined,
  isReachable: IsReachable,
): { item: Item; change?: Change } {
  const subscriberId = textOf(subscriber, 'subscriberId');
  const before = stored === undefined ? undefined : (JSON.parse(stored) as { fields: Fields; channels: Channel[] });
  const { usable: wanted, unusable } = usableFields(present(subscriber, FIELDS));
  const fields = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isSameJson(value, before?.fields[name])),
  );
  const { shown, hidden } = channelsOf(subscriber);
  const missing = shown.filter((one) => !before?.channels.some((other) => isSameChannel(one, other)));
  const channels = missing.filter(isReachable);
  const toEnter = [
    ...hidden.map(({ providerId }) => `the credentials at ${providerId}, which the key may not see`),
    ...missing
      .filter((one) => !isReachable(one))
      .map(
        ({ providerId, integrationIdentifier = providerId }) =>
          `the credentials at ${integrationIdentifier} wait until it is active in the target: repeat the import then`,
      ),
  ].map((text): Note => ({ kind: 'enter', text }));
  const lost = unusable.map((text): Note => ({ kind: 'lost', text }));
  const isNew = before === undefined;
  const differs = [...Object.keys(fields), ...channels.map(({ providerId }) => `credentials at ${providerId}`)];
  const action = isNew ? 'create' : differs.length > 0 ? 'change' : 'same';
  const item: Item = {
    type: 'subscriber',
    id: subscriberId,
    action,
    notes: [...toEnter, ...lost],
    ...(action === 'change' && { why: differs.join(', ') }),
  };
  if (action === 'same') return { item };
  const changesFields = isNew || Object.keys(fields).length > 0;
  return { item, change: { subscriberId, channels, ...(changesFields && { fields }) } };
}

/** A field that breaks a rule here is left out, and the rest of the subscriber is imported. */
function usableFields(fields: Fields): { usable: Fields; unusable: string[] } {
  const usable: Fields = {};
  const unusable: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const reading = name === 'data' ? { value } : readTextField(name as TextField, value);
    if ('value' in reading) usable[name] = reading.value;
    else unusable.push(`${name}, which ${reading.problem}`);
  }
  return { usable, unusable };
}

function channelsOf({ channels }: Fields): Record<'all' | 'shown' | 'hidden', Channel[]> {
  const all = (Array.isArray(channels) ? channels.filter(isObject) : []).flatMap((one): Channel[] => {
    const { providerId, integrationIdentifier, credentials } = one;
    if (typeof providerId !== 'string' || !isObject(credentials)) return [];
    const given = present(credentials, Object.keys(credentials));
    if (Object.keys(given).length === 0) return [];
    return [
      { providerId, credentials: given, ...(typeof integrationIdentifier === 'string' && { integrationIdentifier }) },
    ];
  });
  const isHidden = ({ credentials }: Channel) => canonicalJson(credentials).includes(MASK);
  return { all, shown: all.filter((one) => !isHidden(one)), hidden: all.filter(isHidden) };
}

function isSameChannel(one: Channel, other: Channel): boolean {
  return (
    one.providerId === other.providerId &&
    (one.integrationIdentifier === undefined || one.integrationIdentifier === other.integrationIdentifier) &&
    isSameJson({ ...other.credentials, ...one.credentials }, other.credentials)
  );
}

async function write(to: Api, changes: readonly Change[]): Promise<Failure[]> {
  const entries = changes.flatMap(({ subscriberId, fields }) => (fields ? [{ subscriberId, ...fields }] : []));
  const failures: Failure[] = [];
  if (entries.length > 0) {
    const { failed } = await to.write<{ failed: { subscriberId?: string; message: string }[] }>(
      'POST',
      '/v1/subscribers/bulk',
      { subscribers: entries },
    );
    for (const { subscriberId = '', message } of failed) {
      failures.push({ type: 'subscriber', id: subscriberId, error: message.replace(/^subscribers\.\d+: /, '') });
    }
  }
  const refused = new Set(failures.map(({ id }) => id));
  await Promise.all(
    changes
      .filter(({ subscriberId }) => !refused.has(subscriberId))
      .map(async ({ subscriberId, channels }) => {
        // One after the other: they are members of one record.
        for (const channel of channels) {
          try {
            await to.write('PUT', `/v1/subscribers/${encodeURIComponent(subscriberId)}/credentials`, channel);
          } catch (error) {
            const message = error instanceof Error ? error.message : String(error);
            failures.push({
              type: 'subscriber',
              id: subscriberId,
              error: `credentials at ${channel.providerId}: ${message}`,
            });
          }
        }
      }),
  );
  return failures;
}

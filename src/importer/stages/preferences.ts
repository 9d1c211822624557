import { isObject } from '../../platform/values/is-object.js';
import { isSameJson } from '../../promotion/definition.js';
import type { Api, Fields } from '../api.js';
import { type Channels, type Choices, chosenChannels, notRepeating, switchedOff } from '../choices.js';
import { readOlderPreferences } from '../older/preferences.js';
import { textOf } from '../lists.js';
import type { Item, Note, Stage, Work } from '../plan.js';
import { contextsOf } from './contexts.js';
import { subscriberPages } from './subscribers.js';

/** Changes of one bulk request. */
const MAX_CHANGES = 100;

/** Each subscriber is read once more for each context, since servers list preferences by context only. */
const MAX_CONTEXTS = 10;

/** A context, by its type and id. */
interface Within {
  type: string;
  id: string;
}

/** What subscribers want to receive, and when: outside of contexts, and within each. */
export const preferences: Stage = {
  kind: 'preferences',
  async *compare({ from, to }) {
    const contexts = await contextsOf(from, MAX_CONTEXTS);
    const places = [undefined, ...contexts.found.map((one) => ({ type: textOf(one, 'type'), id: textOf(one, 'id') }))];
    if (contexts.found.length > 0) yield { items: [severalContexts(contexts.isComplete)] };
    for await (const page of (await subscriberPages(from)) ?? []) {
      const ids = page.map((one) => textOf(one, 'subscriberId'));
      yield* await Promise.all(ids.flatMap((id) => places.map((place) => compareOne(from, to, id, place))));
    }
  },
};

/** What cannot be read, because servers do not list it. */
function severalContexts(isComplete: boolean): Item {
  const text = 'preferences that subscribers have set within several contexts at once';
  const others = isComplete ? '' : `, and those within contexts after the first ${MAX_CONTEXTS}`;
  const note: Note = { kind: 'lost', text: `${text}${others}: servers list them by context only` };
  return { type: 'preferences', id: 'within contexts', action: 'same', notes: [note] };
}

async function compareOne(from: Api, to: Api, subscriberId: string, within?: Within): Promise<Work> {
  const wanted =
    (await readChoices(from, subscriberId, within)) ??
    (within ? NO_CHOICES : await readOlderPreferences(from, subscriberId));
  const isPlain = Object.keys(wanted.global).length === 0 && !wanted.schedule && wanted.workflows.size === 0;
  const id = within ? `${subscriberId} within ${within.type}:${within.id}` : subscriberId;
  const item: Item = { type: 'preferences of', id, action: 'same' };
  // A subscriber is counted once, and for each context within which it has chosen something.
  if (isPlain) return { items: within ? [] : [item] };
  const stored = await readChoices(to, subscriberId, within);
  const global = differing(wanted.global, stored?.global);
  const schedule = wanted.schedule && !isSameJson(wanted.schedule, stored?.schedule) ? wanted.schedule : undefined;
  // A global change clears what was set for single workflows: all of that is set again.
  const isCleared = Object.keys(global).length > 0;
  const unknown = [...wanted.workflows.keys()].filter((id) => stored && !stored.listed.has(id));
  const notes: Note[] = unknown.map((id) => ({
    kind: 'lost',
    text: `choices for the workflow '${id}', which is critical in the target or not there: repeat the import when it is`,
  }));
  const changes = [...wanted.workflows].flatMap(([workflowId, channels]) => {
    if (unknown.includes(workflowId)) return [];
    const different = isCleared ? channels : differing(channels, stored?.workflows.get(workflowId));
    return Object.keys(different).length > 0 ? [{ workflowId, channels: different }] : [];
  });
  if (!isCleared && !schedule && changes.length === 0) return { items: [{ ...item, notes }] };
  const path = pathOf(subscriberId);
  const context = within && { context: { [within.type]: within.id } };
  const write = async (): Promise<void> => {
    if (isCleared || schedule) {
      await to.write('PATCH', path, {
        ...context,
        ...(isCleared && { channels: global }),
        ...(schedule && { schedule }),
      });
    }
    for (let start = 0; start < changes.length; start += MAX_CHANGES) {
      await to.write('PATCH', `${path}/bulk`, { ...context, preferences: changes.slice(start, start + MAX_CHANGES) });
    }
  };
  return { items: [{ ...item, action: stored ? 'change' : 'create', notes }], write };
}

const NO_CHOICES: Choices = { global: {}, workflows: new Map(), listed: new Set() };

function pathOf(subscriberId: string): string {
  return `/v2/subscribers/${encodeURIComponent(subscriberId)}/preferences`;
}

/** Undefined when the server does not know the subscriber, or has the older API alone. */
async function readChoices(api: Api, subscriberId: string, within?: Within): Promise<Choices | undefined> {
  const place = within && `&contextKeys=${encodeURIComponent(`${within.type}:${within.id}`)}`;
  const shown = await api.find<Fields>(`${pathOf(subscriberId)}?criticality=nonCritical${place ?? ''}`);
  if (!shown || !isObject(shown['global'])) return undefined;
  const { channels, schedule } = shown['global'];
  const off = switchedOff(channels);
  const all = Array.isArray(shown['workflows']) ? shown['workflows'].filter(isObject) : [];
  const workflows = all.flatMap(({ workflow, channels: own, overrides }): [string, Channels][] => {
    if (!isObject(workflow) || typeof workflow['identifier'] !== 'string') return [];
    const chosen = notRepeating(chosenChannels(own, overrides), off);
    return Object.keys(chosen).length > 0 ? [[workflow['identifier'], chosen]] : [];
  });
  return {
    global: off,
    ...(isObject(schedule) && { schedule }),
    workflows: new Map(workflows),
    listed: new Set(all.flatMap(({ workflow }) => (isObject(workflow) ? [String(workflow['identifier'])] : []))),
  };
}

function differing(wanted: Channels, stored: Channels = {}): Channels {
  return Object.fromEntries(Object.entries(wanted).filter(([channel, isOn]) => stored[channel] !== isOn));
}

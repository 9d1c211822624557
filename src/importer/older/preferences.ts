import { isObject } from '../../platform/values/is-object.js';
import type { Api, Fields } from '../api.js';
import { plainList } from '../lists.js';
import { type Channels, type Choices, chosenChannels, switchedOff } from '../choices.js';

/** What a subscriber has chosen, by the older API, which lists preferences as an array; nothing when there is none. */
export async function readOlderPreferences(api: Api, subscriberId: string): Promise<Choices> {
  const path = `/v1/subscribers/${encodeURIComponent(subscriberId)}/preferences`;
  const [global = [], workflows = []] = await Promise.all([plainList(api, `${path}/global`), plainList(api, path)]);
  const [all] = global;
  const chosen = new Map(workflows.flatMap(choicesOf));
  return { global: switchedOff(preferenceIn(all)['channels']), workflows: chosen, listed: new Set(chosen.keys()) };
}

function choicesOf({ template, ...entry }: Fields): [string, Channels][] {
  const [trigger] =
    isObject(template) && Array.isArray(template['triggers']) ? template['triggers'].filter(isObject) : [];
  const { channels, overrides } = preferenceIn(entry);
  const chosen = chosenChannels(channels, overrides);
  const identifier = trigger?.['identifier'];
  if (isObject(template) && template['critical'] === true) return [];
  return typeof identifier === 'string' && Object.keys(chosen).length > 0 ? [[identifier, chosen]] : [];
}

function preferenceIn(entry: Fields | undefined): Fields {
  return isObject(entry?.['preference']) ? entry['preference'] : {};
}

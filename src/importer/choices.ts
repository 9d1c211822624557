import { isObject } from '../platform/values/is-object.js';
import type { Fields } from './api.js';

/** Channels that are on or off. */
export type Channels = Record<string, boolean>;

/** What a subscriber has chosen, apart from what holds for everyone. */
export interface Choices {
  /** Channels that are off for all workflows. */
  global: Channels;
  schedule?: Fields;
  /** By the identifier of the workflow. */
  workflows: Map<string, Channels>;
  /** The workflows that can be chosen: those that are there and not critical. */
  listed: Set<string>;
}

/** The channels that the subscriber has decided about; the others follow the workflow. */
export function chosenChannels(channels: unknown, overrides: unknown): Channels {
  const own = (Array.isArray(overrides) ? overrides.filter(isObject) : [])
    .filter(({ source }) => source === 'subscriber')
    .map(({ channel }) => channel);
  return Object.fromEntries(Object.entries(booleansOf(channels)).filter(([channel]) => own.includes(channel)));
}

/** Without the channels that are off for all workflows anyway. */
export function notRepeating(chosen: Channels, off: Channels): Channels {
  return Object.fromEntries(Object.entries(chosen).filter(([channel, isOn]) => isOn || off[channel] === undefined));
}

export function switchedOff(channels: unknown): Channels {
  return Object.fromEntries(Object.entries(booleansOf(channels)).filter(([, isOn]) => !isOn));
}

function booleansOf(channels: unknown): Channels {
  const all = isObject(channels) ? Object.entries(channels) : [];
  return Object.fromEntries(all.filter((one): one is [string, boolean] => typeof one[1] === 'boolean'));
}

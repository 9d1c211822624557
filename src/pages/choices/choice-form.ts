import { ALL_CHANNELS, type PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Channel } from '#libs/channels.js';
import type { ChoiceRow } from './choice-rows.js';

/** Short, because a page may have hundreds of rows, and forms of open routes at most 64 KB. */
const LETTERS: Readonly<Record<Channel, string>> = {
  email: 'e',
  sms: 's',
  in_app: 'i',
  push: 'p',
  chat: 'c',
  tool: 't',
};

/** The value of a channel's box. */
export const letterOf = (channel: Channel): string => LETTERS[channel];

/** What a row shows, for the form: the letters of its channels, in capitals where they are off. */
export function shownState({ key, channels }: ChoiceRow): string {
  const letters = statedChannels(channels).map(([channel, isOn]) =>
    isOn ? letterOf(channel) : letterOf(channel).toUpperCase(),
  );
  return `${key}|${letters.join('')}`;
}

/**
 * Returns what a form changes, by row: the boxes that are not as the page has shown them (behaviour CS54). A choice that was
 * made elsewhere since then stays. Rows that are not there any more, and channels that a row does not have, count as nothing.
 */
export function readSwitches(form: URLSearchParams, rows: readonly ChoiceRow[]): Map<string, PreferenceLayer> {
  const shown = new Map(
    form.getAll('was').map((text) => [text.slice(0, text.lastIndexOf('|')), text.slice(text.lastIndexOf('|') + 1)]),
  );
  const changed = new Map<string, PreferenceLayer>();
  for (const { key, channels } of rows) {
    const before = shown.get(key);
    if (before === undefined) continue;
    const ticked = new Set(form.getAll(key));
    const stated = statedChannels(channels).flatMap(([channel]) => {
      const letter = letterOf(channel);
      const enabled = ticked.has(letter);
      return before.includes(enabled ? letter.toUpperCase() : letter) ? [[channel, { enabled }] as const] : [];
    });
    if (stated.length > 0) changed.set(key, { channels: Object.fromEntries(stated) });
  }
  return changed;
}

/** The channels of a row in the order of clients, and whether each is on. */
export function statedChannels(channels: ChoiceRow['channels']): [Channel, boolean][] {
  return ALL_CHANNELS.flatMap((channel) => {
    const isOn = channels[channel];
    return isOn === undefined ? [] : [[channel, isOn] as [Channel, boolean]];
  });
}

import { textsOf } from '#libs/rendering/translations/texts.js';
import type { Translation } from './translation.schema.js';

/** The texts of a language, and when they were written. */
export type TimedTexts = Pick<Translation, 'locale' | 'content' | 'createdAt' | 'changedAt'>;

/**
 * When the texts of a language were added or changed after its first save, by key. Texts that are confirmed count as
 * changed: they fit the text of the default language as it is now.
 */
export function timesOf(
  former: TimedTexts | undefined,
  content: Translation['content'],
  confirmed: readonly string[],
  now: Date,
): Record<string, Date> | undefined {
  if (!former) return undefined;
  const before = textsOf(former.content);
  const times = Object.entries(former.changedAt ?? {});
  const known = new Map(times);
  return Object.fromEntries(
    [...textsOf(content)].flatMap(([key, text]) => {
      const time = before.get(key) !== text || confirmed.includes(key) ? now : known.get(key);
      return time ? [[key, time]] : [];
    }),
  );
}

/** The keys of a language whose text in the default language was changed later (TX3). */
export function outdatedKeys(reference: TimedTexts | undefined, own: TimedTexts): string[] {
  if (!reference || reference.locale === own.locale) return [];
  const texts = textsOf(own.content);
  return Object.entries(reference.changedAt ?? {})
    .filter(([key, time]) => texts.get(key) && time > (own.changedAt?.[key] ?? own.createdAt))
    .map(([key]) => key)
    .toSorted();
}

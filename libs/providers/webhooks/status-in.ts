import type { DeliveryStatus } from './delivery-status.js';

/** The statuses that a provider's own words stand for. Words that say nothing about a delivery are not among them. */
export type StatusWords = Readonly<Record<string, DeliveryStatus>>;

/** What a provider's own word stands for; undefined when it is none of these. */
export function statusIn(words: StatusWords, word: unknown): DeliveryStatus | undefined {
  return typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : undefined;
}

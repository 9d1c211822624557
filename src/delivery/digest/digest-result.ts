import { toSentence } from '#libs/rendering/filters/sentence.js';
import type { DigestedEvents } from './digest.js';

/** What steps after a digest read of it (behaviour DG5). */
export function digestResult({ events, eventCount }: DigestedEvents): Record<string, unknown> {
  const listed = events.map(({ id, time, payload }) => ({ id, time: time.toISOString(), payload }));
  return {
    events: listed,
    eventCount,
    countSummary: `${eventCount} ${eventCount === 1 ? 'notification' : 'notifications'}`,
    sentenceSummary: toSentence(listed, 'payload.name', 2, 'other'),
  };
}

import type { Event } from './event.schema.js';

/**
 * Whether the event has one recipient, a person that it names: `email` and `phone` of its payload may say where messages go
 * (behaviour E1, M1). With a topic, a list or a broadcast they would reach a stranger instead of everyone.
 */
export function namesOnePerson({
  kind,
  recipients,
  problems = [],
}: Pick<Event, 'kind' | 'recipients' | 'problems'>): boolean {
  // Of a list of several the others may have been refused.
  if (kind !== 'single' || problems.some(({ code }) => code === 'invalid_recipient')) return false;
  if (recipients.some((one) => one.kind !== 'subscriber')) return false;
  return new Set(recipients.flatMap((one) => (one.kind === 'subscriber' ? [one.profile.subscriberId] : []))).size === 1;
}

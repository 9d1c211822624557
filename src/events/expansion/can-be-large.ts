import type { Event } from '../event.schema.js';

/** Whether an event may have more recipients than it names, so that it takes more than a moment to expand. */
export function canBeLarge({ kind, recipients }: Pick<Event, 'kind' | 'recipients'>): boolean {
  return kind === 'broadcast' || recipients.some((recipient) => recipient.kind === 'topic');
}

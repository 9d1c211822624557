import type { Schemas } from '../../api/client';

/** What a subscriber is called: the name, or the id where there is none. */
export function nameOf({
  firstName,
  lastName,
  subscriberId,
}: Pick<Schemas['SubscriberDto'], 'firstName' | 'lastName' | 'subscriberId'>): string {
  return [firstName, lastName].filter((part) => part).join(' ') || subscriberId;
}

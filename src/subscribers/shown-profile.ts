import { type EnvironmentRef, mayIn } from '../auth/environment-ref.js';
import type { Subscriber } from './subscriber.schema.js';

type Ids = Pick<Subscriber, '_id' | 'subscriberId'>;

/** A subscriber beside something else, such as a topic: perhaps only its ids. */
export type ShownProfile<Profile extends Ids> = Ids & Partial<Profile>;

/** What the response of another resource shows of a subscriber: only the ids without `subscribers:read` (behaviour PE5). */
export function shownProfile<Profile extends Ids>(
  environment: Pick<EnvironmentRef, 'id' | 'caller'>,
  profile: Profile,
): ShownProfile<Profile> {
  if (mayIn(environment, 'subscribers:read')) return profile;
  const { _id, subscriberId } = profile;
  return { _id, subscriberId } as ShownProfile<Profile>;
}

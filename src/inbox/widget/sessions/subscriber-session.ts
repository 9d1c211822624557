import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';

/** Who is asking, and what the session may see: what belongs to this subscriber in exactly these contexts. */
export interface SubscriberSession {
  readonly environment: EnvironmentRef;
  readonly subscriber: Subscriber;
  /** Sorted; empty for no context, which is a scope of its own (behaviour C6). */
  readonly contextKeys: readonly string[];
}

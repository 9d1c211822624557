import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { EventProblem } from '../../events/expansion/event-problem.js';
import type { Cursor } from '../../events/expansion/expansion.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { RunRecipient } from '../run-batch.service.js';
import type { EnvironmentFacts, EventScope } from '../run-input.js';

/** What is known of an event before its next recipients are looked up. */
export interface ExpansionScope extends EventScope {
  environment: EnvironmentRef;
  /** What conditions of subscriptions see as `env`. */
  env: EnvironmentFacts;
  /** The subscribers the event names; present while they have no run yet. */
  named: Subscriber[];
}

/** Some recipients of an event, from one source. */
export interface RecipientPage {
  recipients: RunRecipient[];
  /** How many records were read for them; those left out count, too. */
  read: number;
  /** Where to go on; undefined at the end of the last source. */
  next?: Cursor;
  problems: EventProblem[];
}

/** Recipients of an event, from as many sources as fit. */
export type RecipientChunk = Omit<RecipientPage, 'read'>;

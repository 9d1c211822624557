import { namesOnePerson } from '../../../events/store/named-person.js';
import type { RunScope } from '../run-input.js';
import type { OutcomeDetail } from '../step-outcome.js';
import { textField } from './channel-overrides.js';

/** Where the payload says a message goes, or why that does not count. */
interface PayloadRedirect {
  to?: string;
  details: OutcomeDetail[];
}

/** Reads `email` or `phone` of the payload (behaviour E1, M1): it counts for a single named recipient. */
export function payloadRedirect(
  { event, env }: Pick<RunScope, 'event' | 'env'>,
  field: 'email' | 'phone',
): PayloadRedirect {
  const to = textField(event.payload, field);
  if (to === undefined) return { details: [] };
  if (env.payloadRedirects !== 'off' && namesOnePerson(event)) return { to, details: [] };
  const why =
    env.payloadRedirects === 'off'
      ? 'the environment has `payloadRedirects: off`'
      : 'it counts for a trigger with one named recipient, and not for lists, topics and broadcasts';
  return { details: [{ status: 'Warning', detail: `Ignored payload.${field}`, raw: `payload.${field}: ${why}` }] };
}

import type { FieldViolations } from '../../platform/errors/validation.exception.js';
import type { PayloadViolation } from '../../platform/errors/payload-violation.js';
import type { SubscriberProfile } from '../../subscribers/profiles/subscriber-profile.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import { namesOnePerson } from '../store/named-person.js';
import type { EventProblem } from '../store/expansion.js';
import type { Trigger } from './read-trigger.js';

/** Further ones would not help the caller. */
const MAX_VIOLATIONS = 5;

/** What of a trigger does not count although it is accepted: the caller reads it in `warnings`, support beside the runs. */
export function problemsOf(
  trigger: Pick<Trigger<SubscriberProfile>, 'kind' | 'recipients' | 'payload' | 'refused'>,
  { steps }: Pick<Workflow, 'steps'>,
  violations: readonly PayloadViolation[],
): EventProblem[] {
  const { payload, refused } = trigger;
  const problems = textsOf(refused ?? {}).map((detail): EventProblem => ({ code: 'invalid_recipient', detail }));
  const ignored = REDIRECTS.filter(
    ({ field, type }) =>
      typeof payload[field] === 'string' && payload[field] !== '' && steps.some((step) => step.type === type),
  );
  return [
    ...problems,
    ...(namesOnePerson({ ...trigger, problems }) ? [] : ignored).map(({ field }) => ({
      code: 'payload_redirect' as const,
      detail: `payload.${field} was ignored: it counts for a trigger with one named recipient`,
    })),
    ...violations.slice(0, MAX_VIOLATIONS).map(({ field, message }) => ({
      code: 'payload_mismatch' as const,
      detail: `payload${field === '' ? '' : `.${field}`} does not fit the schema of the workflow: ${message}`,
    })),
  ];
}

const REDIRECTS = [
  { field: 'email', type: 'email' },
  { field: 'phone', type: 'sms' },
] as const;

/** Violations as sentences, each with the place it is about. */
export function textsOf(violations: FieldViolations): string[] {
  return Object.entries(violations).flatMap(([field, { messages }]) => messages.map((text) => `${field}: ${text}`));
}

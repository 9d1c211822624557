import { MASK } from '../../platform/values/mask.js';
import type { StepOutcome } from '../execution/step-outcome.js';

type Secrets = Readonly<Record<string, string>>;

/** The same keys with masked values. */
export function masked(secrets: Secrets): Record<string, string> {
  return Object.fromEntries(Object.keys(secrets).map((key) => [key, MASK]));
}

/** Returns a function that masks all secrets in a text, longer ones first. */
export function secretCleaner(secrets: Secrets): (text: string) => string {
  const values = Object.values(secrets)
    .filter((value) => value !== '')
    .sort((a, b) => b.length - a.length);
  return (text) => values.reduce((rest, value) => rest.replaceAll(value, MASK), text);
}

/**
 * Removes secrets from the errors in an outcome: an error may quote a value, and every user who may see the activity can read
 * it (behaviour L8). Content that a template prints on purpose stays.
 */
export function withoutSecrets(outcome: StepOutcome, secrets: Secrets): StepOutcome {
  if (Object.values(secrets).every((value) => value === '')) return outcome;
  const clean = secretCleaner(secrets);
  const { details, messages } = outcome;
  return {
    ...outcome,
    details: details.map((detail) => (detail.raw === undefined ? detail : { ...detail, raw: clean(detail.raw) })),
    ...(messages && {
      messages: messages.map((message) =>
        message.errorText === undefined ? message : { ...message, errorText: clean(message.errorText) },
      ),
    }),
  };
}

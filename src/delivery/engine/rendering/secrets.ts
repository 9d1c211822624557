import { isObject } from '../../../platform/values/is-object.js';
import { MASK } from '../../../platform/values/mask.js';
import type { StepOutcome } from '../step-outcome.js';

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
 * Removes secrets from the errors in an outcome, and from content that is kept: an error may quote a value, a template may
 * print it, and users who may see the activity can read both (behaviour L8). What is sent has them.
 */
export function withoutSecrets(outcome: StepOutcome, secrets: Secrets): StepOutcome {
  if (Object.values(secrets).every((value) => value === '')) return outcome;
  const clean = secretCleaner(secrets);
  const { details, messages } = outcome;
  return {
    ...outcome,
    details: details.map((detail) => (detail.raw === undefined ? detail : { ...detail, raw: clean(detail.raw) })),
    ...(messages && {
      messages: messages.map((message) => ({
        ...message,
        ...(message.errorText !== undefined && { errorText: clean(message.errorText) }),
        ...(message.content && { content: withCleanTexts(message.content, clean) }),
      })),
    }),
  };
}

/** The same value with every text in it cleaned. */
function withCleanTexts<T>(value: T, clean: (text: string) => string): T {
  const cleaned = (one: unknown): unknown => {
    if (typeof one === 'string') return clean(one);
    if (Array.isArray(one)) return one.map(cleaned);
    return isObject(one) ? Object.fromEntries(Object.entries(one).map(([key, part]) => [key, cleaned(part)])) : one;
  };
  return cleaned(value) as T;
}

import { isEmail } from 'class-validator';
import { ValidationException } from '../platform/errors/validation.exception.js';
import type { FreeFormRules } from '../platform/validation/decorators.js';
import { isObject } from '../platform/values/is-object.js';

/** Characters of a topic key at most. */
export const MAX_TOPIC_KEY_LENGTH = 256;

/** Characters of a name at most. */
export const MAX_TOPIC_NAME_LENGTH = 256;

/** Schema of a topic's `data`, besides {@link topicDataProblem}. */
export const TOPIC_DATA_RULES: FreeFormRules = { dollarKeys: 'refused', maxBytes: 65_536 };

/** The requirement for a key, to follow the name of the field. */
export const TOPIC_KEY_RULE = `must have letters, digits, -, _ and : only, or be an email address, of at most ${MAX_TOPIC_KEY_LENGTH} characters`;

/** Whether a text can be the key of a topic: ASCII letters, digits, `-`, `_` and `:`, or an email address. */
export function isTopicKey(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_TOPIC_KEY_LENGTH) return false;
  return /^[A-Za-z0-9_:-]+$/.test(value) || isEmail(value);
}

/** Why an object cannot be a topic's `data`, as a sentence fragment; undefined when it can. */
export function topicDataProblem(data: unknown): string | undefined {
  if (!isObject(data)) return undefined;
  const deep = Object.entries(data).find(([, value]) => !isFlat(value));
  return deep && `must hold texts, numbers, booleans or lists of texts only, but ${JSON.stringify(deep[0])} is none`;
}

function isFlat(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return typeof value !== 'object' || value === null;
}

/** Throws a 422 for a path whose `topicKey` cannot be the key of a topic, where it would be created. */
export function assertTopicKey(topicKey: string): void {
  if (!isTopicKey(topicKey)) throw ValidationException.of('topicKey', `topicKey ${TOPIC_KEY_RULE}`);
}

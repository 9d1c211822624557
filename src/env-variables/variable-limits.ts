/** What reads take the place of a secret's value. As a value it is refused: it would overwrite the secret by accident. */
export const MASK = '••••••••';

/** Characters of a key; longer than any name people type into a template. */
export const MAX_KEY_LENGTH = 128;

/** Characters of a value. Keys and certificates fit; the values of all environments stay far below one document's size. */
export const MAX_VALUE_LENGTH = 8192;

/** Values in one request; others can follow in the next. */
export const MAX_VALUES = 100;

/** What `env` says of the environment itself (behaviour L8). */
export const RESERVED_KEYS: readonly string[] = ['name', 'type'];

/** One setting: how its text is parsed, its default, and the sentence that documents it. */
export interface Setting<T> {
  readonly description: string;
  readonly default: T;
  /** A secret's value never appears in an error message or a log line. */
  readonly secret: boolean;
  /** Throws a sentence fragment (`must be …`) when the text is not acceptable. */
  parse(text: string): T;
}

interface TextOptions {
  secret?: boolean;
  minLength?: number;
  pattern?: RegExp;
  /** The requirement of the pattern, in words. */
  form?: string;
}

/** A text; without a default it is optional. */
export function text(options: TextOptions & { default: string }, description: string): Setting<string>;
export function text(options: TextOptions, description: string): Setting<string | undefined>;
export function text(
  options: TextOptions & { default?: string },
  description: string,
): Setting<string> | Setting<string | undefined> {
  const { minLength = 1, pattern, form, secret = false } = options;
  return {
    description,
    default: options.default,
    secret,
    parse(value) {
      if (value.length < minLength) throw new Error(`must have at least ${minLength} characters`);
      if (pattern && !pattern.test(value)) throw new Error(`must be ${form}`);
      return value;
    },
  };
}

/** A whole number between `min` and `max`, both included. */
export function integer(options: { default: number; min: number; max?: number }, description: string): Setting<number> {
  const { min, max = Number.MAX_SAFE_INTEGER } = options;
  return {
    description,
    default: options.default,
    secret: false,
    parse(value) {
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      throw new Error(
        max === Number.MAX_SAFE_INTEGER
          ? `must be a whole number of at least ${min}`
          : `must be a whole number from ${min} to ${max}`,
      );
    },
  };
}

/** One of a closed list. */
export function choice<const T extends string>(
  options: { default: NoInfer<T>; values: readonly T[] },
  description: string,
): Setting<T> {
  return {
    description: `${description} One of ${options.values.map((value) => `\`${value}\``).join(', ')}.`,
    default: options.default,
    secret: false,
    parse(value) {
      const found = options.values.find((candidate) => candidate === value);
      if (found === undefined) throw new Error(`must be one of ${options.values.join(', ')}`);
      return found;
    },
  };
}

/** `true` or `false`. */
export function boolean(options: { default: boolean }, description: string): Setting<boolean> {
  return {
    description,
    default: options.default,
    secret: false,
    parse(value) {
      if (value === 'true') return true;
      if (value === 'false') return false;
      throw new Error('must be true or false');
    },
  };
}

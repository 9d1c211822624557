/** Levels of objects and lists; the store holds about a hundred for a whole document. */
const MAX_DEPTH = 50;

/** How BSON libraries recognize their own types. */
const RESERVED_KEY = '_bsontype';

/** Rules beyond those that hold for every free-form value. */
export interface FreeFormRules {
  /** Keys that begin with `$` are refused, where the value goes into an update that would read them as operators. */
  dollarKeys?: 'refused';
  /** Largest size as JSON, in bytes. */
  maxBytes?: number;
}

/**
 * What keeps a free-form JSON value from being stored as it is, as a sentence fragment, or undefined. Deep values
 * are given up on at the limit, so that a hostile one costs no more.
 */
export function freeFormProblem(value: unknown, rules: FreeFormRules = {}): string | undefined {
  const problem = problemAt(value, 1, rules);
  if (problem !== undefined || rules.maxBytes === undefined || value === undefined) return problem;
  const tooLarge = Buffer.byteLength(JSON.stringify(value)) > rules.maxBytes;
  return tooLarge ? `must not be larger than ${rules.maxBytes} bytes as JSON` : undefined;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function problemAt(value: unknown, depth: number, rules: FreeFormRules): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`;
  for (const [key, member] of Object.entries(value)) {
    if (key === RESERVED_KEY || key.includes('\0') || (rules.dollarKeys && key.startsWith('$'))) {
      return `must not have the key ${JSON.stringify(key.slice(0, 50))}`;
    }
    // The driver would give back what is in such a list as bytes.
    if (key in Object.prototype && Array.isArray(member) && member.some(isNested)) {
      return `must not have a list of objects or lists under the key ${JSON.stringify(key)}`;
    }
    const problem = problemAt(member, depth + 1, rules);
    if (problem) return problem;
  }
  return undefined;
}

/** Levels of objects and lists; the store holds about a hundred for a whole document. */
const MAX_DEPTH = 50;

/** How BSON libraries recognize their own types. */
const RESERVED_KEY = '_bsontype';

/**
 * What keeps a free-form JSON value from being stored as it is, as a sentence fragment, or undefined. Deep values
 * are given up on at the limit, so that a hostile one costs no more.
 */
export function freeFormProblem(value: unknown): string | undefined {
  return problemAt(value, 1);
}

function problemAt(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`;
  for (const [key, member] of Object.entries(value)) {
    if (key === RESERVED_KEY) return `must not have a key '${RESERVED_KEY}'`;
    if (key.includes('\0')) return 'must not have keys with null characters';
    const problem = problemAt(member, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

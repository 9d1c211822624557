import { freeFormProblem } from '../../platform/validation/decorators.js';
import { isObject } from '../../platform/values/is-object.js';

const MAX_NAMED_KEY_LENGTH = 100;

/** What keeps a value from being the texts of one language, as a sentence fragment, or undefined. */
export function textsProblem(value: unknown, maxBytes: number): string | undefined {
  if (!isObject(value)) return 'must be an object of texts';
  return freeFormProblem(value, { dollarKeys: 'refused', maxBytes }) ?? leafProblem(value, '');
}

function leafProblem(texts: Record<string, unknown>, prefix: string): string | undefined {
  for (const [key, value] of Object.entries(texts)) {
    const path = `${prefix}${key}`;
    if (key === '__proto__') return 'must not have the key "__proto__"';
    if (isObject(value)) {
      const problem = leafProblem(value, `${path}.`);
      if (problem !== undefined) return problem;
    } else if (!['string', 'number', 'boolean'].includes(typeof value)) {
      return `must hold texts, but "${path.slice(0, MAX_NAMED_KEY_LENGTH)}" is none`;
    }
  }
  return undefined;
}

import type { Task } from '#libs/computation/task.js';
import { analysisCost } from '#libs/rendering/render-limits.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import { templateVariables } from '#libs/rendering/template-variables.js';
import { isObject } from '../../platform/values/is-object.js';

const NAMESPACE = 'env';
/** A path segment that is only known during rendering. */
const ANY = '*';

/**
 * Whether control values of a step use the variable: in a template, or in a condition as `{"var": "env.KEY"}`. A
 * template that computes the name of a variable counts, because it may be this one; so does one that cannot be parsed
 * but contains `env.KEY`.
 */
export function mentionsVariable(controls: unknown, key: string): boolean {
  return mentions(controls, key, false);
}

/** {@link mentionsVariable} within the limits of a computation. Control values that exceed them count as using it. */
export const mentionsVariableTask: Task<{ controls: unknown; key: string }, boolean> = {
  name: 'mentionsVariable',
  run({ controls, key }, allowance) {
    allowance.spend(analysisCost(controls));
    return mentionsVariable(controls, key);
  },
  ended: () => true,
};

function mentions(value: unknown, key: string, inVar: boolean): boolean {
  if (typeof value === 'string') return (inVar && isPathTo(key, value)) || inTemplate(value, key);
  if (Array.isArray(value)) return value.some((entry) => mentions(entry, key, inVar));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => mentions(member, key, name === 'var'));
}

function isPathTo(key: string, path: string): boolean {
  return path === `${NAMESPACE}.${key}` || path.startsWith(`${NAMESPACE}.${key}.`);
}

function inTemplate(text: string, key: string): boolean {
  if (!text.includes(NAMESPACE) || !text.includes('{')) return false;
  try {
    return templateVariables(text).some(([root, name]) => root === NAMESPACE && (name === key || name === ANY));
  } catch (error) {
    if (error instanceof TemplateError) return new RegExp(`\\b${NAMESPACE}\\.${key}\\b`).test(text);
    throw error;
  }
}

/** A variable of a step, with its value where the run has one. */
export interface UsedVariable {
  path: string;
  /** Undefined: missing, or not part of what the run shows. */
  value?: unknown;
}

const PATH = /\b(?:payload|subscriber|actor|context|tenant|steps|env|t)(?:\.[A-Za-z_][\w-]*|\[\d+\])+/g;
/** What Liquid prints and decides on, and the variables of conditions. */
const TEMPLATES = /\{\{[^}]*\}\}|\{%[^%]*%\}/g;

/** The variables that control values read, each once, with the values that `scope` has for them. */
export function usedVariables(controlValues: unknown, scope: Readonly<Record<string, unknown>>): UsedVariable[] {
  const paths = new Set(textsOf(controlValues).flatMap((text) => text.match(PATH) ?? []));
  return [...paths].toSorted().map((path) => ({ path, value: valueAt(scope, path) }));
}

/** Whether a run shows all values of this kind, so that one without a value was missing. */
export function isShown(path: string): boolean {
  return path.startsWith('payload');
}

/** The parts of control values in which variables may stand. */
function textsOf(value: unknown, isVariable = false): string[] {
  if (typeof value === 'string') return isVariable ? [value] : (value.match(TEMPLATES) ?? []);
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, isVariable));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsOf(part, name === 'var'));
}

function valueAt(scope: unknown, path: string): unknown {
  let value = scope;
  for (const part of path.split(/[.[\]]+/).filter((one) => one !== '')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

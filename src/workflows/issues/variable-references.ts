import { checkTemplate, templateVariables } from '#libs/rendering/template-variables.js';
import { isObject } from '../../platform/values/is-object.js';

/** Deepest nesting that is looked at; what is rendered may be as deep. */
const MAX_DEPTH = 32;

/** A text in control values, and the path of its control. */
export interface ControlText {
  field: string;
  text: string;
}

/** Controls that are rules or schemas, not templates. */
const VERBATIM = new Set(['skip', 'responseBodySchema']);

/** Every text that is rendered. */
export function renderedTexts(values: Readonly<Record<string, unknown>>): ControlText[] {
  return Object.entries(values).flatMap(([field, value]) => (VERBATIM.has(field) ? [] : textsIn(value, field, 1)));
}

/** Every text in a value of any kind, however it is nested. */
export function textsIn(value: unknown, field: string, depth: number): ControlText[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => textsIn(entry, `${field}.${index}`, depth + 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => textsIn(entry, `${field}.${key}`, depth + 1));
}

/** Controls that hold the path of a value in the payload, with or without `payload.` before it. */
const PAYLOAD_PATHS = ['dynamicKey', 'digestKey', 'throttleKey'];
/** Operators whose later arguments read from the entries of a list. */
const LIST_OPERATORS = new Set(['map', 'filter', 'reduce', 'all', 'some', 'none']);

/** A path that a control reads from the data of the run. */
export interface VariableReference {
  field: string;
  /** A segment that is only known while rendering is `*`. */
  path: string[];
}

/** What control values read: in templates, in the condition, and as paths of the payload. */
export function variableReferences(values: Readonly<Record<string, unknown>>): VariableReference[] {
  return [...inTexts(renderedTexts(values)), ...inCondition(values.skip), ...payloadPaths(values)];
}

/** A template that cannot be read reads nothing. */
function inTexts(texts: readonly ControlText[]): VariableReference[] {
  return texts.flatMap(({ field, text }) =>
    checkTemplate(text) ? [] : templateVariables(text).map((path) => ({ field, path })),
  );
}

function inCondition(condition: unknown): VariableReference[] {
  if (condition === undefined) return [];
  const templates = textsIn(condition, 'skip', 1).map(({ text }) => ({ field: 'skip', text }));
  return [...variablesOf(condition).map((name) => ({ field: 'skip', path: name.split('.') })), ...inTexts(templates)];
}

/** The names a rule reads from the data of the run. */
function variablesOf(rule: unknown): string[] {
  if (Array.isArray(rule)) return rule.flatMap(variablesOf);
  if (!isObject(rule)) return [];
  return Object.entries(rule).flatMap(([operator, argument]) => {
    const args: unknown[] = Array.isArray(argument) ? argument : [argument];
    if (operator === 'var') return typeof args[0] === 'string' && args[0] !== '' ? [args[0]] : [];
    return variablesOf(LIST_OPERATORS.has(operator) ? args.slice(0, 1) : args);
  });
}

function payloadPaths(values: Readonly<Record<string, unknown>>): VariableReference[] {
  return PAYLOAD_PATHS.flatMap((field) => {
    const path = values[field];
    if (typeof path !== 'string' || path === '' || path.includes('{')) return [];
    const segments = path.split('.');
    return [{ field, path: segments[0] === 'payload' ? segments : ['payload', ...segments] }];
  });
}

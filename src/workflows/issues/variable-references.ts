import type { Task } from '#libs/computation/task.js';
import { analysisCost } from '#libs/rendering/render-limits.js';
import { checkTemplate, templateVariables } from '#libs/rendering/template-variables.js';
import { isObject } from '../../platform/values/is-object.js';
import type { StepParts } from '../steps/step-variables.js';

/** Nesting levels that are searched; rendering has the same limit. */
const MAX_DEPTH = 32;

/** A text in control values, and the path of its control. */
export interface ControlText {
  field: string;
  text: string;
}

/** Controls that are rules or schemas, not templates. */
const RAW_FIELDS = new Set(['skip', 'responseBodySchema']);

/** Returns every text that is rendered. */
export function renderedTexts(values: Readonly<Record<string, unknown>>): ControlText[] {
  return Object.entries(values).flatMap(([field, value]) => (RAW_FIELDS.has(field) ? [] : textsIn(value, field, 1)));
}

/** Returns every text in a value of any kind, however deeply nested. */
export function textsIn(value: unknown, field: string, depth: number): ControlText[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => textsIn(entry, `${field}.${index}`, depth + 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => textsIn(entry, `${field}.${key}`, depth + 1));
}

/** Controls that hold the path of a value in the payload, with or without `payload.` before it. */
const PAYLOAD_PATHS = ['dynamicKey', 'digestKey', 'throttleKey'];
/** Operators whose arguments after the first read from list entries, not from the data of the run. */
const LIST_OPERATORS = new Set(['map', 'filter', 'reduce', 'all', 'some', 'none']);

/** A path that a control reads from the data of the run. */
export interface VariableReference {
  field: string;
  /** A segment that is only known during rendering is `*`. */
  path: string[];
}

/** Returns what control values read: in templates, in the condition, and as payload paths. */
export function variableReferences(values: Readonly<Record<string, unknown>>): VariableReference[] {
  return [...inTexts(renderedTexts(values)), ...inCondition(values.skip), ...payloadPaths(values)];
}

/** A template that cannot be parsed has no references. */
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

/** Returns the names that a rule reads from the data of the run. */
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

/** Members that Liquid provides on lists and strings. */
const OF_LISTS = new Set(['first', 'last', 'size']);
const SCALARS = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * Returns whether data of a JSON Schema may have a value at this path. An object schema that lists its properties
 * allows no others unless it says so; one that lists none allows any. References are not followed and allow everything.
 *
 * @param path Segments; `*` is one that is only known during rendering.
 */
export function allowsPath(schema: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (!isObject(schema)) return schema !== false;
  if (schema.$ref !== undefined) return true;
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((choice): unknown[] =>
    Array.isArray(choice) ? choice : [],
  );
  if (choices.some((choice) => allowsPath(choice, path))) return true;
  const { properties, additionalProperties, patternProperties, items } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return allowsPath(properties[name], rest);
  if (name === '*') return !isList(schema) || items === undefined || allowsPath(items, rest);
  if (patternProperties !== undefined) return true;
  if (additionalProperties !== undefined)
    return additionalProperties !== false && allowsPath(additionalProperties, rest);
  if (isList(schema)) return allowsInList(items, name, rest);
  if (isScalar(schema)) return name === 'size' && rest.length === 0;
  return properties === undefined && choices.length === 0;
}

function allowsInList(items: unknown, name: string, rest: readonly string[]): boolean {
  if (name === 'size') return rest.length === 0;
  return (OF_LISTS.has(name) || /^-?\d+$/.test(name)) && (items === undefined || allowsPath(items, rest));
}

function isList({ type, items }: Record<string, unknown>): boolean {
  return items !== undefined || type === 'array' || (Array.isArray(type) && type.includes('array'));
}

function isScalar({ type }: Record<string, unknown>): boolean {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types.every((one) => typeof one === 'string' && SCALARS.has(one));
}

/** Finds what the control values of a step read from the data of a run. */
export const stepReferencesTask: Task<StepParts['controlValues'], VariableReference[]> = {
  name: 'stepReadings',
  run(values, allowance) {
    allowance.spend(analysisCost(values));
    return variableReferences(values);
  },
  ended: () => [],
};

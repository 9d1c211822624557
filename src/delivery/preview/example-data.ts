import { isObject } from '../../platform/values/is-object.js';
import { payloadExample } from '../../workflows/payload-example.js';
import type { VariableReference } from '../../workflows/issues/variable-references.js';
import { stepVariables } from '../../workflows/steps/step-variables.js';
import type { Workflow, WorkflowStep } from '../../workflows/workflow.schema.js';
import { digestResult } from '../engine/steps/digest.step.js';

type Data = Record<string, unknown>;

/** Maximum number of variables that get an example of their own. */
const MAX_EXAMPLES = 1000;

/** Names that are never set, against prototype pollution. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** The subscriber for previews that do not give one. */
export const EXAMPLE_SUBSCRIBER = {
  subscriberId: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+15550100',
  avatar: 'https://example.com/ada.png',
  locale: 'en_US',
  timezone: 'UTC',
} as const;

/** Data to render a step with, where none is given. */
export interface ExampleData {
  payload: Data;
  /** The `data` of the recipient. */
  subscriberData: Data;
  /** The `data` of the actor; undefined when the step does not read the actor. */
  actorData?: Data;
  steps: Data;
  context: Data;
}

/**
 * Examples for everything that a step reads: from the payload schema and the kinds of earlier steps; any other variable gets
 * its own name as value. `reads`: the variables in the control values of the step.
 */
export function exampleData(
  workflow: Pick<Workflow, 'payloadSchema' | 'steps'>,
  step: WorkflowStep,
  reads: readonly VariableReference[],
  now: Date,
): ExampleData {
  const paths = [...new Map(reads.map(({ path }) => [path.join('.'), path])).values()].slice(0, MAX_EXAMPLES);
  const under = (...prefix: string[]): string[][] =>
    paths
      .filter((path) => path.length > prefix.length && prefix.every((name, index) => path[index] === name))
      .map((path) => path.slice(prefix.length));
  const payload = withPaths(examplePayload(workflow), under('payload'));
  return {
    payload,
    subscriberData: withPaths({}, under('subscriber', 'data')),
    ...(under('actor').length > 0 && { actorData: withPaths({}, under('actor', 'data')) }),
    steps: withPaths(exampleSteps(workflow, step, payload, now), under('steps')),
    context: exampleContext(under('context')),
  };
}

function examplePayload({ payloadSchema }: Pick<Workflow, 'payloadSchema'>): Data {
  return (payloadSchema && payloadExample(payloadSchema)) ?? {};
}

function exampleSteps(
  workflow: Pick<Workflow, 'payloadSchema' | 'steps'>,
  step: WorkflowStep,
  payload: Data,
  now: Date,
): Data {
  const { properties } = stepVariables(workflow, step);
  const schemas = isObject(properties) && isObject(properties.steps) ? properties.steps.properties : {};
  return Object.fromEntries(
    Object.entries(isObject(schemas) ? schemas : {}).map(([stepId, schema]) => {
      const isDigest = workflow.steps.some((one) => one.stepId === stepId && one.type === 'digest');
      if (isDigest) return [stepId, digestResult({ events: [{ id: 'example', time: now, payload }], eventCount: 1 })];
      return [stepId, (isObject(schema) && payloadExample(schema)) || {}];
    }),
  );
}

/** For each context type an id, and the data that is read. */
function exampleContext(paths: string[][]): Data {
  const types = new Set(paths.flatMap(([type]) => (type === undefined || type === '*' ? [] : [type])));
  return Object.fromEntries(
    [...types].map((type) => {
      const data = paths.filter(([name, member]) => name === type && member === 'data').map((path) => path.slice(2));
      return [type, { id: type, data: withPaths({}, data) }];
    }),
  );
}

/** Sets each path of the data that has no value to the last name in the path. */
function withPaths(data: Data, paths: readonly string[][]): Data {
  return paths.reduce((all, path) => withPath(all, path) as Data, data);
}

function withPath(value: unknown, path: readonly string[], name = ''): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value === undefined ? name : value;
  if (RESERVED.has(first) || (value !== undefined && !isObject(value) && !Array.isArray(value))) return value;
  if (first === '*' || /^\d+$/.test(first)) {
    if (isObject(value)) return value;
    const [entry, ...others] = value ?? [];
    return [withPath(entry, rest, name), ...others];
  }
  if (Array.isArray(value)) return value;
  const object = value ?? {};
  return { ...object, [first]: withPath(Object.hasOwn(object, first) ? object[first] : undefined, rest, first) };
}

/** Merges given values into examples: objects member by member, anything else as a whole. */
export function overlaid(example: Data, given: Data | undefined): Data {
  if (given === undefined) return example;
  const entries = Object.entries(given).map(([key, value]) => {
    const below = Object.hasOwn(example, key) ? example[key] : undefined;
    return [key, isObject(value) && isObject(below) ? overlaid(below, value) : value] as const;
  });
  return Object.fromEntries([...Object.entries(example), ...entries]);
}

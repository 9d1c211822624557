import { type FreeForm, isSameJson, type Resource, type StepDefinition } from './definition.js';

/** How one resource differs between a source and a target; at least one of them has it. */
export interface ResourceDiff {
  source?: Resource;
  target?: Resource;
  /** The resource itself first, then its steps. Unchanged parts are omitted. */
  changes: Change[];
  /** Number of parts (the resource itself and its steps) per action; moved parts count as modified. */
  summary: Record<'added' | 'modified' | 'deleted' | 'unchanged', number>;
}

/** Differences in a resource itself, or in one of its steps. */
export interface Change {
  part: 'workflow' | 'layout' | 'step';
  action: DiffAction;
  /** Its name in the source; absent when the source does not have it. */
  source?: { id: string; name: string };
  /** Its name in the target; absent when the target does not have it. */
  target?: { id: string; name: string };
  stepType?: string;
  /** Position of a step in the target, from 0. */
  previousIndex?: number;
  /** Position of a step in the source, from 0. */
  newIndex?: number;
  diffs?: FieldChanges;
}

/** The fields that differ, as they are in the target and as they are in the source. */
export interface FieldChanges {
  previous: FreeForm;
  new: FreeForm;
}

export const DIFF_ACTIONS = ['added', 'modified', 'deleted', 'unchanged', 'moved'] as const;

export type DiffAction = (typeof DIFF_ACTIONS)[number];

/** Compares what the source has with what the target has. */
export function diffResource(source: Resource | undefined, target: Resource | undefined): ResourceDiff {
  const all = [ownChange(source, target), ...stepChanges(stepsOf(target), stepsOf(source))];
  const count = (...actions: DiffAction[]) => all.filter(({ action }) => actions.includes(action)).length;
  return {
    ...(source && { source }),
    ...(target && { target }),
    changes: all.filter(({ action }) => action !== 'unchanged'),
    summary: {
      added: count('added'),
      modified: count('modified', 'moved'),
      deleted: count('deleted'),
      unchanged: count('unchanged'),
    },
  };
}

function ownChange(source: Resource | undefined, target: Resource | undefined): Change {
  const part = (source ?? target)?.kind;
  if (part === undefined) throw new Error('Neither side has the resource');
  const names = {
    ...(source && { source: nameOfResource(source) }),
    ...(target && { target: nameOfResource(target) }),
  };
  if (!target) return { part, action: 'added', ...names };
  if (!source) return { part, action: 'deleted', ...names };
  const diffs = fieldChanges(ownFields(target), ownFields(source));
  return { part, action: diffs ? 'modified' : 'unchanged', ...names, ...(diffs && { diffs }) };
}

/**
 * The definition without its identifier, which is the same on both sides, and its steps, which are compared separately.
 */
function ownFields({ kind, definition }: Resource): object {
  if (kind === 'layout') {
    const { layoutId: _id, ...fields } = definition;
    return fields;
  }
  const { workflowId: _id, steps: _steps, ...fields } = definition;
  return fields;
}

function stepsOf(resource: Resource | undefined) {
  return resource?.kind === 'workflow' ? resource.definition.steps : [];
}

function nameOfResource({ id, definition }: Resource): { id: string; name: string } {
  return { id, name: definition.name };
}

/**
 * Compares the steps of two workflows, in the order of the source, then those that only the target has. Steps with the
 * same step id are the same step. A step that has moved and differs is modified, with both positions.
 */
export function stepChanges(target: readonly StepDefinition[], source: readonly StepDefinition[]): Change[] {
  const moved = movedIds(
    target.map(({ stepId }) => stepId),
    source.map(({ stepId }) => stepId),
  );
  const sourceIds = new Set(source.map(({ stepId }) => stepId));
  const here = source.map((step, newIndex): Change => {
    const previousIndex = target.findIndex(({ stepId }) => stepId === step.stepId);
    const previous = target[previousIndex];
    if (!previous) return { ...added(step), newIndex };
    const { stepId: _target, ...was } = previous;
    const { stepId: _source, ...is } = step;
    const diffs = fieldChanges(was, is);
    const hasMoved = moved.has(step.stepId);
    return {
      part: 'step',
      action: diffs ? 'modified' : hasMoved ? 'moved' : 'unchanged',
      source: nameOfStep(step),
      target: nameOfStep(previous),
      stepType: step.type,
      ...(hasMoved && { previousIndex, newIndex }),
      ...(diffs && { diffs }),
    };
  });
  const onlyInTarget = target.flatMap((step, previousIndex): Change[] =>
    sourceIds.has(step.stepId) ? [] : [{ ...deleted(step), previousIndex }],
  );
  return [...here, ...onlyInTarget];
}

function added(step: StepDefinition): Change {
  return { part: 'step', action: 'added', source: nameOfStep(step), stepType: step.type };
}

function deleted(step: StepDefinition): Change {
  return { part: 'step', action: 'deleted', target: nameOfStep(step), stepType: step.type };
}

function nameOfStep({ stepId, name }: StepDefinition): { id: string; name: string } {
  return { id: stepId, name };
}

/** Returns the fields in which two objects differ, or undefined when they are equal; missing fields are omitted. */
export function fieldChanges(previous: object, next: object): FieldChanges | undefined {
  const [was, is] = [previous as FreeForm, next as FreeForm];
  const differing = [...new Set([...Object.keys(is), ...Object.keys(was)])].filter(
    (field) => !isSameJson(was[field], is[field]),
  );
  if (differing.length === 0) return undefined;
  const pick = (from: FreeForm) =>
    Object.fromEntries(differing.flatMap((field) => (from[field] === undefined ? [] : [[field, from[field]]])));
  return { previous: pick(was), new: pick(is) };
}

/**
 * Returns which items have moved between two orders of the same ids: the fewest whose removal leaves the rest in the
 * same order. An item that was only shifted by a new one has not moved.
 */
export function movedIds(before: readonly string[], after: readonly string[]): Set<string> {
  const positions = new Map(before.map((id, index) => [id, index]));
  const common = after.filter((id) => positions.has(id));
  const staying = longestIncreasing(common.map((id) => positions.get(id)!));
  return new Set(common.filter((_id, index) => !staying.has(index)));
}

/** Indexes of a longest increasing subsequence; a workflow has few steps, so the simple algorithm is enough. */
function longestIncreasing(values: readonly number[]): Set<number> {
  const chains: number[][] = [];
  for (const [index, value] of values.entries()) {
    let longest: number[] = [];
    for (const chain of chains) {
      if (chain.length > longest.length && values[chain.at(-1)!]! < value) longest = chain;
    }
    chains.push([...longest, index]);
  }
  const best = chains.reduce((one, other) => (other.length > one.length ? other : one), []);
  return new Set(best);
}

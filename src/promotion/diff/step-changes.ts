import type { StepDefinition } from '../definitions/definition.js';
import { type Change, fieldChanges } from './change.js';
import { movedIds } from './moved.js';

/**
 * What differs between the steps of two workflows, in the order of the source, then those that only the target has.
 * A step is the same in both when its step id is. One that has moved and differs is modified, with both positions.
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
      source: named(step),
      target: named(previous),
      stepType: step.type,
      ...(hasMoved && { previousIndex, newIndex }),
      ...(diffs && { diffs }),
    };
  });
  const gone = target.flatMap((step, previousIndex): Change[] =>
    sourceIds.has(step.stepId) ? [] : [{ ...deleted(step), previousIndex }],
  );
  return [...here, ...gone];
}

function added(step: StepDefinition): Change {
  return { part: 'step', action: 'added', source: named(step), stepType: step.type };
}

function deleted(step: StepDefinition): Change {
  return { part: 'step', action: 'deleted', target: named(step), stepType: step.type };
}

function named({ stepId, name }: StepDefinition): { id: string; name: string } {
  return { id: stepId, name };
}

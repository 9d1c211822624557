import type { Resource } from '../definitions/definition.js';
import { type Change, type DiffAction, fieldChanges } from './change.js';
import { stepChanges } from './step-changes.js';

/** How one resource differs between a source and a target; at least one of them has it. */
export interface ResourceDiff {
  source?: Resource;
  target?: Resource;
  /** The resource itself first, then its steps. What has not changed is left out. */
  changes: Change[];
  /** How many parts, the resource itself and its steps, came to each end; one that has moved is modified. */
  summary: Record<'added' | 'modified' | 'deleted' | 'unchanged', number>;
}

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
  const names = { ...(source && { source: named(source) }), ...(target && { target: named(target) }) };
  if (!target) return { part, action: 'added', ...names };
  if (!source) return { part, action: 'deleted', ...names };
  const diffs = fieldChanges(ownFields(target), ownFields(source));
  return { part, action: diffs ? 'modified' : 'unchanged', ...names, ...(diffs && { diffs }) };
}

/** The definition without its identifier, which is the same on both sides, and its steps, which are compared apart. */
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

function named({ id, definition }: Resource): { id: string; name: string } {
  return { id, name: definition.name };
}

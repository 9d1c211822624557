import { type FreeForm, isSameJson } from '../definitions/definition.js';

export const DIFF_ACTIONS = ['added', 'modified', 'deleted', 'unchanged', 'moved'] as const;

export type DiffAction = (typeof DIFF_ACTIONS)[number];

/** The fields that differ, as they are in the target and as they are in the source. */
export interface FieldChanges {
  previous: FreeForm;
  new: FreeForm;
}

/** What differs in a resource itself, or in one of its steps. */
export interface Change {
  part: 'workflow' | 'layout' | 'step';
  action: DiffAction;
  /** As it is in the source; absent when it is not there. */
  source?: { id: string; name: string };
  /** As it is in the target; absent when it is not there. */
  target?: { id: string; name: string };
  stepType?: string;
  /** Position of a step in the target, from 0. */
  previousIndex?: number;
  /** Position of a step in the source, from 0. */
  newIndex?: number;
  diffs?: FieldChanges;
}

/** The fields in which two objects differ, or undefined when they do not; one that is missing is left out. */
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

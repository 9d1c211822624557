import {
  type DefinitionSet,
  isSameJson,
  keyOf,
  type Resource,
  type ResourceKind,
  type ResourceName,
} from '../definitions/definition.js';
import { dependenciesOf } from '../diff/dependencies.js';

/** What somebody asks to be published; without a kind, whatever has the identifier. */
export interface Selected {
  kind?: ResourceKind;
  id: string;
}

/** What is to happen to one resource of the target. */
export type PlannedStep = ResourceName & { name: string } & (
    | { action: 'create'; next: Resource; needs: string[] }
    | { action: 'update'; next: Resource; current: Resource; needs: string[] }
    | { action: 'delete' }
    | { action: 'skip'; reason: string }
    | { action: 'fail'; reason: string }
  );

export const UNCHANGED = 'No changes';
export const ONLY_IN_TARGET = 'Only the target has it; name it to have it deleted there';
const NOWHERE = 'Neither side has it';
const KINDS: readonly ResourceKind[] = ['layout', 'workflow'];

/**
 * What makes the target hold what the source does, in the order it must be done: layouts before the workflows that need
 * them, the default one first, as the first layout of an environment becomes its default; deletions last, layouts after
 * the workflows that used them.
 *
 * Without a selection everything of the source is meant, and what only the target has stays: it may have been made
 * there. With one, what is named and only in the target is deleted, and a layout goes along that a selected workflow
 * needs and the target lacks.
 */
export function planPublish(
  source: DefinitionSet,
  target: DefinitionSet,
  selection?: readonly Selected[],
): PlannedStep[] {
  const names = selection ? selectedNames(source, target, selection) : [...source, ...onlyIn(target, source)];
  const withLayouts = uniqueNames([...names, ...names.flatMap((name) => missingLayouts(name, source, target))]);
  const steps = withLayouts.map((name) => planOne(name, source, target, selection !== undefined));
  return steps.toSorted((a, b) => rank(a, source) - rank(b, source));
}

function planOne(
  { kind, id }: ResourceName,
  source: DefinitionSet,
  target: DefinitionSet,
  isNamed: boolean,
): PlannedStep {
  const [next, current] = [source.get({ kind, id }), target.get({ kind, id })];
  const about = { kind, id, name: (next ?? current)?.definition.name ?? id };
  if (!next) {
    if (!current) return { ...about, action: 'fail', reason: NOWHERE };
    return isNamed ? { ...about, action: 'delete' } : { ...about, action: 'skip', reason: ONLY_IN_TARGET };
  }
  const needs = dependenciesOf(next, source, target)
    .filter(({ isBlocking }) => isBlocking)
    .map((layout) => layout.id);
  if (!current) return { ...about, action: 'create', next, needs };
  if (isSameJson(next.definition, current.definition)) return { ...about, action: 'skip', reason: UNCHANGED };
  return { ...about, action: 'update', next, current, needs };
}

function selectedNames(source: DefinitionSet, target: DefinitionSet, selection: readonly Selected[]): ResourceName[] {
  return selection.flatMap(({ kind, id }) => {
    if (kind !== undefined) return [{ kind, id }];
    const found = KINDS.filter((one) => source.has(one, id) || target.has(one, id));
    return found.length > 0 ? found.map((one) => ({ kind: one, id })) : [{ kind: 'workflow', id }];
  });
}

function missingLayouts(name: ResourceName, source: DefinitionSet, target: DefinitionSet): ResourceName[] {
  return dependenciesOf(source.get(name), source, target)
    .filter(({ isBlocking }) => isBlocking)
    .map(({ id }) => ({ kind: 'layout', id }));
}

function onlyIn(one: DefinitionSet, other: DefinitionSet): Resource[] {
  return [...one].filter((resource) => other.get(resource) === undefined);
}

function uniqueNames(names: readonly ResourceName[]): ResourceName[] {
  return [...new Map(names.map(({ kind, id }) => [keyOf({ kind, id }), { kind, id }])).values()];
}

function rank({ kind, id, action }: PlannedStep, { defaultLayoutId }: DefinitionSet): number {
  if (action === 'delete') return kind === 'workflow' ? 3 : 4;
  if (kind === 'workflow') return 2;
  return id === defaultLayoutId ? 0 : 1;
}

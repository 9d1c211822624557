import {
  type DefinitionSet,
  isSameJson,
  keyOf,
  type Resource,
  type ResourceKind,
  type ResourceName,
} from '../definition.js';
import { dependenciesOf } from '../dependencies.js';

/** A resource that a request selects; without a kind, all resources with the identifier. */
export interface Selected {
  kind?: ResourceKind;
  id: string;
}

/** Planned action for one resource of the target. */
export type PlannedStep = ResourceName & { name: string } & (
    | { action: 'create'; next: Resource; needs: string[] }
    | { action: 'update'; next: Resource; current: Resource; needs: string[] }
    | { action: 'delete' }
    | { action: 'skip'; reason: string }
    | { action: 'fail'; reason: string }
  );

/** Result for one resource. */
export type Outcome = ResourceName & { name: string } & (
    | { result: 'created' | 'updated' | 'deleted' }
    | { result: 'skipped'; reason: string }
    | { result: 'failed'; error: Error }
  );

export const UNCHANGED = 'No changes';
export const ONLY_IN_TARGET = 'Only the target has it; name it to have it deleted there';
const NOWHERE = 'Neither side has it';
const KINDS: readonly ResourceKind[] = ['layout', 'workflow'];

/**
 * Plans how the target gets the resources of the source, in the order of execution. Layouts come before the workflows
 * that need them. The default layout is first, because the first layout of an environment becomes its default.
 * Deletions are last, layouts after the workflows that used them.
 *
 * Without a selection everything in the source is published, and resources that only the target has stay: they may have
 * been created there. With a selection, selected resources that only the target has are deleted. A layout that a
 * selected workflow needs and the target lacks is published with it.
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

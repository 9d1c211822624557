import type { DefinitionSet, Resource, WorkflowDefinition } from './definition.js';

export const DEPENDENCY_REASONS = ['LAYOUT_REQUIRED_FOR_WORKFLOW', 'LAYOUT_EXISTS_IN_TARGET'] as const;

/** A layout that a workflow needs in the target. */
export interface Dependency {
  id: string;
  name: string;
  /**
   * Whether the target lacks it, so that it is published together with the workflow. An existing one stays as it is.
   */
  isBlocking: boolean;
  reason: (typeof DEPENDENCY_REASONS)[number];
}

/** Returns the layouts that a resource needs in the target; only workflows need some. */
export function dependenciesOf(
  resource: Resource | undefined,
  source: DefinitionSet,
  target: DefinitionSet,
): Dependency[] {
  if (resource?.kind !== 'workflow') return [];
  return neededLayouts(resource.definition, source, target).map((id) => {
    const name = source.get({ kind: 'layout', id })?.definition.name ?? id;
    return target.has('layout', id)
      ? { id, name, isBlocking: false, reason: 'LAYOUT_EXISTS_IN_TARGET' }
      : { id, name, isBlocking: true, reason: 'LAYOUT_REQUIRED_FOR_WORKFLOW' };
  });
}

/**
 * The layouts of `source` without which the workflow looks different in `target`. They are those its emails name, and
 * the default one when an email relies on it and the target has no default.
 */
function neededLayouts(workflow: WorkflowDefinition, source: DefinitionSet, target: DefinitionSet): string[] {
  const needed = namedLayouts(workflow);
  const { defaultLayoutId } = source;
  if (defaultLayoutId !== undefined && target.defaultLayoutId === undefined && usesDefault(workflow)) {
    needed.add(defaultLayoutId);
  }
  return [...needed].filter((layoutId) => source.has('layout', layoutId));
}

/** The identifiers of the layouts that the emails of a workflow name, each once. */
function namedLayouts({ steps }: WorkflowDefinition): Set<string> {
  const named = steps.map(({ type, controlValues: { layoutId } }) => (type === 'email' ? layoutId : undefined));
  return new Set(named.filter((layoutId) => typeof layoutId === 'string'));
}

/** Whether an email of the workflow uses the default layout. Null is an explicit choice of no layout. */
function usesDefault({ steps }: WorkflowDefinition): boolean {
  return steps.some(({ type, controlValues }) => type === 'email' && controlValues['layoutId'] === undefined);
}

import { type DefinitionSet, neededLayouts, type Resource } from '../definitions/definition.js';

export const DEPENDENCY_REASONS = ['LAYOUT_REQUIRED_FOR_WORKFLOW', 'LAYOUT_EXISTS_IN_TARGET'] as const;

/** A layout that a workflow needs in the target. */
export interface Dependency {
  id: string;
  name: string;
  /** The target lacks it: it goes along with the workflow. One that is there stays as it is. */
  isBlocking: boolean;
  reason: (typeof DEPENDENCY_REASONS)[number];
}

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

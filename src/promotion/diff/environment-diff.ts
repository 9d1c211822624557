import type { DefinitionSet, Resource, ResourceName } from '../definitions/definition.js';
import {
  type EnvironmentDiffSummaryDto,
  type ResourceDiffDto,
  toResourceDiffDto,
  type UserNames,
} from '../diff.dto.js';
import { dependenciesOf } from './dependencies.js';
import { diffResource } from './resource-diff.js';

/**
 * What differs between a source and a target: layouts first, and of each kind what only the target has last. Resources
 * that are not meant are not looked at.
 */
export function diffEnvironments(
  source: DefinitionSet,
  target: DefinitionSet,
  users: UserNames,
  isMeant: (name: ResourceName) => boolean = () => true,
): { resources: ResourceDiffDto[]; summary: EnvironmentDiffSummaryDto } {
  const onlyInTarget = [...target].filter((resource) => source.get(resource) === undefined);
  const all = [...source, ...onlyInTarget].filter(isMeant).toSorted((a, b) => rank(a) - rank(b));
  const resources = all.flatMap((name) => {
    const own = source.get(name);
    const diff = diffResource(own, target.get(name));
    return diff.changes.length === 0 ? [] : [toResourceDiffDto(diff, dependenciesOf(own, source, target), users)];
  });
  const totalChanges = resources.reduce((sum, { changes }) => sum + changes.length, 0);
  return { resources, summary: { totalEntities: all.length, totalChanges, hasChanges: totalChanges > 0 } };
}

function rank({ kind }: Resource): number {
  return kind === 'layout' ? 0 : 1;
}

import { dto } from '../platform/http/dto.js';
import type { IdMap } from '../platform/ids.js';
import type { DefinitionSet, Resource, ResourceName } from './definition.js';
import { dependenciesOf, type Dependency } from './dependencies.js';
import type {
  ChangeDto,
  DiffSideDto,
  EnvironmentDiffSummaryDto,
  ResourceDependencyDto,
  ResourceDiffDto,
} from './diff.dto.js';
import { RESOURCE_TYPE } from './publish.dto.js';
import { type Change, diffResource, type ResourceDiff } from './resource-diff.js';

/** Users by id, as far as they are known. */
type UserNames = Pick<IdMap<{ name: string }>, 'get'>;

/**
 * Compares a source and a target: layouts first, and within each kind resources that only the target has last.
 * `isIncluded`: which resources are compared; all by default.
 */
export function diffEnvironments(
  source: DefinitionSet,
  target: DefinitionSet,
  users: UserNames,
  isIncluded: (name: ResourceName) => boolean = () => true,
): { resources: ResourceDiffDto[]; summary: EnvironmentDiffSummaryDto } {
  const onlyInTarget = [...target].filter((resource) => source.get(resource) === undefined);
  const all = [...source, ...onlyInTarget].filter(isIncluded).toSorted((a, b) => rank(a) - rank(b));
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

function toResourceDiffDto(diff: ResourceDiff, dependencies: readonly Dependency[], users: UserNames): ResourceDiffDto {
  const { source, target, changes, summary } = diff;
  const kind = (source ?? target)?.kind;
  if (kind === undefined) throw new Error('Neither side has the resource');
  return {
    resourceType: RESOURCE_TYPE,
    kind,
    sourceResource: toSideDto(source, users),
    targetResource: toSideDto(target, users),
    changes: changes.map((change) => toChangeDto(change, diff, users)),
    summary,
    ...(dependencies.length > 0 && { dependencies: dependencies.map(toDependencyDto) }),
  };
}

function toSideDto(resource: Resource | undefined, users: UserNames): DiffSideDto | null {
  if (!resource) return null;
  const { id, definition, stored } = resource;
  const userId = stored?.updatedById;
  const user = users.get(userId);
  return dto<DiffSideDto>({
    id,
    name: definition.name,
    ...(userId && user && { updatedBy: { _id: userId.toHexString(), firstName: user.name } }),
    updatedAt: stored?.updatedAt,
  });
}

function toChangeDto(change: Change, { source, target }: ResourceDiff, users: UserNames): ChangeDto {
  const { part, action, stepType, previousIndex, newIndex, diffs } = change;
  const isStep = part === 'step';
  return {
    resourceType: RESOURCE_TYPE,
    kind: part,
    sourceResource: isStep ? (change.source ?? null) : toSideDto(source, users),
    targetResource: isStep ? (change.target ?? null) : toSideDto(target, users),
    action,
    diffs,
    stepType,
    previousIndex,
    newIndex,
  };
}

function toDependencyDto({ id, name, isBlocking, reason }: Dependency): ResourceDependencyDto {
  return { resourceType: RESOURCE_TYPE, kind: 'layout', resourceId: id, resourceName: name, isBlocking, reason };
}

import type { ResourceDiff } from './reads';

/** What publishing does with a resource. */
export interface PlannedResource {
  /** `workflow:welcome`. */
  key: string;
  kind: ResourceDiff['kind'];
  id: string;
  name: string;
  action: 'create' | 'update' | 'delete';
  /** Names of layouts that come along, because the target lacks them. */
  layouts: string[];
}

/** What publishing would do with a resource that differs. */
export function planned({ kind, sourceResource, targetResource, dependencies = [] }: ResourceDiff): PlannedResource {
  const { id, name } = (sourceResource ?? targetResource)!;
  const action = !sourceResource ? 'delete' : targetResource ? 'update' : 'create';
  const layouts = dependencies.filter(({ isBlocking }) => isBlocking).map(({ resourceName }) => resourceName);
  return { key: `${kind}:${id}`, kind, id, name, action, layouts };
}

/** In the address: that nothing is picked. */
const NONE = 'none';

/** The keys that are picked. Without a choice all but deletions: what only the target has may have been made there. */
export function pickedOf(pick: string | undefined, plan: readonly PlannedResource[]): Set<string> {
  const byDefault = plan.filter(({ action }) => action !== 'delete').map(({ key }) => key);
  const wanted = new Set(pick === undefined ? byDefault : pick.split(','));
  return new Set(plan.map(({ key }) => key).filter((key) => wanted.has(key)));
}

/** The reverse of {@link pickedOf}. */
export function pickOf(picked: ReadonlySet<string>, plan: readonly PlannedResource[]): string | undefined {
  const byDefault = pickedOf(undefined, plan);
  if (byDefault.size === picked.size && [...picked].every((key) => byDefault.has(key))) return undefined;
  return picked.size === 0 ? NONE : [...picked].join(',');
}

/** At most this many requests are made for one publication. */
const MAX_REQUESTS = 20;

/** Divides what is published into the parts of single requests, in the same order: layouts first. */
export function partsOf<Item>(items: readonly Item[]): Item[][] {
  const size = Math.ceil(items.length / MAX_REQUESTS);
  return Array.from({ length: size && Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

import type { Resource, ResourceKind, ResourceName } from './definition.js';

/** The resources of one environment, or of a folder of files. */
export class DefinitionSet implements Iterable<Resource> {
  private readonly resources: ReadonlyMap<string, Resource>;

  /** `defaultLayoutId`: the layout of emails that name none. */
  constructor(
    resources: Iterable<Resource>,
    readonly defaultLayoutId?: string,
  ) {
    this.resources = new Map([...resources].map((resource) => [keyOf(resource), resource]));
  }

  get(name: ResourceName): Resource | undefined {
    return this.resources.get(keyOf(name));
  }

  has(kind: ResourceKind, id: string): boolean {
    return this.resources.has(keyOf({ kind, id }));
  }

  [Symbol.iterator](): Iterator<Resource> {
    return this.resources.values();
  }
}

/** A text that is the same for the same resource. No kind has a space in it. */
export function keyOf({ kind, id }: ResourceName): string {
  return `${kind} ${id}`;
}

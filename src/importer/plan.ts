import type { Api } from './api.js';
import type { Kind } from './import.js';

/** What becomes of one resource. */
export type Action = 'create' | 'change' | 'same' | 'skip';

/** Something a person should know: what has to be entered by hand, or what the target does not have. */
export interface Note {
  kind: 'enter' | 'lost';
  text: string;
}

/** A resource of the source. */
export interface Item {
  /** What it is, such as `workflow`. */
  type: string;
  id: string;
  action: Action;
  /** Why it is skipped, or what differs. */
  why?: string;
  notes?: readonly Note[];
}

/** Why a resource could not be written. */
export interface Failure {
  type: string;
  id: string;
  error: string;
}

/** Resources that are written together. */
export interface Work {
  items: readonly Item[];
  /** Writes those that are created or changed. Absent when there are none. */
  write?: () => Promise<readonly Failure[] | void>;
}

/** The servers, and the environments that their keys are for. */
export interface Sides {
  from: Api;
  to: Api;
  /** Internal ids and names of the environments of the keys. */
  fromEnvironment: { id: string; name: string };
  toEnvironment: { id: string; name: string };
  /** Internal ids of all environments of the source that are imported. */
  importedIds: ReadonlySet<string>;
}

/**
 * One kind of resource: compares both sides and says what is to be done. It is executed twice, for the plan and to carry
 * it out, so that neither needs all of a large environment in memory.
 */
export interface Stage {
  kind: Kind;
  compare(sides: Sides): AsyncIterable<Work>;
}

/** A work of one resource. */
export function single(item: Item, write?: () => Promise<unknown>): Work {
  return {
    items: [item],
    ...(write &&
      (item.action === 'create' || item.action === 'change') && {
        write: async () => {
          await write();
        },
      }),
  };
}

/** A workflow or a layout of the source, as the target stores them. */
export interface FoundDefinition {
  kind: 'workflow' | 'layout';
  id: string;
  /** Absent when it cannot be imported; `why` says why. */
  definition?: object;
  why?: string;
  notes: Note[];
}

/** What the source has. */
export interface FoundDefinitions {
  found: FoundDefinition[];
  defaultLayoutId?: string;
}

/** Resources of one kind, and how many of them become what. */
export interface Tally {
  kind: Kind;
  counts: Record<Item['action'], number>;
  /** The first of those that are not equal already. */
  shown: Item[];
}

/** What a pass over both sides has found. */
export interface Outcome {
  tallies: Tally[];
  notes: Map<string, { note: Note; owners: string[]; count: number }>;
  failures: Failure[];
  /** Requests that changed something. */
  writes: number;
}

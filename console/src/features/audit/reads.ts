import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { oneOf, textOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

export type Entry = Schemas['AuditEntryDto'];

/** Kinds of entries. */
export const KINDS = ['change', 'secret', 'session'] as const;

/** What the address of the trail says. */
export interface AuditSearch extends Place {
  kind?: (typeof KINDS)[number];
  actor?: string;
  resource?: string;
  resourceId?: string;
  operation?: string;
  /** Internal id of an environment; the trail has entries of several. */
  environmentId?: string;
  from?: string;
  to?: string;
  /** The sequence of the entry that is open. */
  entry?: string;
}

/** The part of the address that belongs to the trail. */
export function searchOf(given: Record<string, unknown>): AuditSearch {
  return {
    ...placeOf(given),
    kind: oneOf(KINDS, given.kind),
    actor: textOf(given.actor),
    resource: textOf(given.resource),
    resourceId: textOf(given.resourceId),
    operation: textOf(given.operation),
    environmentId: textOf(given.environmentId),
    from: textOf(given.from),
    to: textOf(given.to),
    entry: textOf(given.entry),
  };
}

const PAGE = 50;

/** A page of the trail. */
export function auditList(search: AuditSearch) {
  const { kind, actor, resource, resourceId, operation, environmentId, from, to, after, before } = search;
  const filter = { kind, actor, resource, resourceId, operation, environmentId, from, to };
  return read('/v1/audit', { query: { ...filter, after, before, limit: PAGE } });
}

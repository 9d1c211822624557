import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { pageOf, textOf } from '../../search-text';

export type Tenant = Schemas['TenantDto'];

/** What the address of the list says. */
export interface TenantSearch {
  text?: string;
  page?: string;
}

/** The part of the address that belongs to the list. */
export function searchOf({ text, page }: Record<string, unknown>): TenantSearch {
  return { text: textOf(text), page: textOf(page) };
}

const PAGE = 25;

/** A page of tenants. The API counts pages from 0. */
export function tenantList({ text, page }: TenantSearch) {
  return read('/v1/tenants', { query: { search: text, page: pageOf(page) - 1, limit: PAGE } });
}

/** One tenant. */
export function tenant(tenantIdentifier: string) {
  return read('/v1/tenants/{tenantIdentifier}', { path: { tenantIdentifier } });
}

import { BsonType } from '../../bson/bson-type.js';
import { elementsOf, findField, type RawValue } from '../../bson/raw-value.js';
import { NO_TENANT } from '../../storage/read-turns.js';
import type { CommandInput } from '../command-input.js';

/** The field by which the documents of tenants are kept apart, and what filters are nested in. */
const FIELD = Buffer.from('environmentId');
const AND = Buffer.from('$and');
const MATCH = Buffer.from('$match');

/** Filters of drivers and of our own queries are nested no deeper. */
const MAX_DEPTH = 3;

/** Whose documents a read is about, as its filter says. */
export function tenantOf(input: CommandInput): string {
  const filter = input.document('filter') ?? input.document('query') ?? matchOf(input);
  return (filter && tenantIn(filter, MAX_DEPTH)) ?? NO_TENANT;
}

function matchOf(input: CommandInput): RawValue | undefined {
  const first = input.list('pipeline')?.[0];
  return first?.isDocument ? findField(first, MATCH) : undefined;
}

function tenantIn(filter: RawValue, depth: number): string | undefined {
  if (!filter.isDocument || depth === 0) return undefined;
  const value = findField(filter, FIELD);
  if (value?.type === BsonType.ObjectId) return value.slice().toString('latin1');
  const parts = findField(filter, AND);
  if (!parts?.isArray) return undefined;
  for (const part of elementsOf(parts)) {
    const tenant = tenantIn(part, depth - 1);
    if (tenant !== undefined) return tenant;
  }
  return undefined;
}

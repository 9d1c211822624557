import { isObject } from '../platform/values/is-object.js';
import { type Api, ApiError, type Fields } from './api.js';

const LIMIT = 100;

/** The objects of a page that was read. */
function objectsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A list without pages; undefined when the server has none. */
export async function plainList(api: Api, path: string): Promise<Fields[] | undefined> {
  const body = await api.find<unknown>(path);
  if (body === undefined) return undefined;
  return objectsIn(isObject(body) ? body['data'] : body);
}

/**
 * The pages of a list that continues after a cursor, oldest first, so that what is added meanwhile comes at the end.
 * Undefined when the server has no such list.
 */
export async function cursorPages(api: Api, path: string): Promise<AsyncIterable<Fields[]> | undefined> {
  const pathAfter = (after?: string) => {
    const query = new URLSearchParams({ limit: String(LIMIT), orderDirection: 'ASC', ...(after && { after }) });
    return `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
  };
  const first = await api.find<Fields>(pathAfter());
  if (first === undefined) return undefined;
  return following(first, (page) => {
    const { next } = page;
    return typeof next === 'string' && next !== '' ? api.find<Fields>(pathAfter(next)) : undefined;
  });
}

/** The pages of a list with numbered pages; undefined when the server has no such list. */
export async function numberedPages(
  api: Api,
  path: string,
  size: { name: 'limit' | 'pageSize'; value: number } = { name: 'limit', value: LIMIT },
): Promise<AsyncIterable<Fields[]> | undefined> {
  const pathOf = (page: number) => `${path}?page=${page}&${size.name}=${size.value}`;
  const first = await api.find<Fields>(pathOf(0));
  if (first === undefined) return undefined;
  let number = 0;
  return following(first, (page) => {
    number++;
    const read = objectsIn(page['data']).length;
    const more =
      typeof page['hasMore'] === 'boolean' ? page['hasMore'] : Number(page['totalCount'] ?? 0) > number * size.value;
    return read > 0 && more ? api.find<Fields>(pathOf(number)) : undefined;
  });
}

async function* following(
  first: Fields,
  next: (page: Fields) => Promise<Fields | undefined> | undefined,
): AsyncGenerator<Fields[]> {
  for (let page: Fields | undefined = first; page; page = await next(page)) yield objectsIn(page['data']);
}

const OFFSET_LIMIT = 50;

/** All of a list with offsets, under the name that its page has it under; undefined when the server has no such list. */
export async function offsetList(api: Api, path: string, name: string): Promise<Fields[] | undefined> {
  const all: Fields[] = [];
  for (;;) {
    const page = await api.find<Fields>(`${path}?limit=${OFFSET_LIMIT}&offset=${all.length}`);
    // The older server has a route of this path that takes no such query.
    if (page === undefined) return all.length === 0 ? undefined : all;
    const read = objectsIn(page[name]);
    all.push(...read);
    if (read.length === 0 || all.length >= Number(page['totalCount'] ?? 0)) return all;
  }
}

/** All pages in one list. */
export async function collected(pages: AsyncIterable<Fields[]> | undefined): Promise<Fields[]> {
  const all: Fields[] = [];
  for await (const page of pages ?? []) all.push(...page);
  return all;
}

/** A text that a resource must have. Throws when the server sends none, which is not an API of the known kind. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw new ApiError(`The server sends a record without ${name}`);
}

/** A text that may be missing; empty then. */
export function optionalText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Those of the members that are there and neither null nor empty texts. */
export function present(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fields[name];
      return value === undefined || value === null || value === '' ? [] : [[name, value]];
    }),
  );
}

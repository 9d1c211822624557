import { isSameJson } from '../../promotion/definition.js';
import type { Api, Fields } from '../api.js';
import { collected, cursorPages, numberedPages, present, textOf } from '../lists.js';
import { single, type Stage } from '../plan.js';

const keyOf = (context: Fields) => `${textOf(context, 'type')}:${textOf(context, 'id')}`;

/** Contexts with their data. */
export const contexts: Stage = {
  kind: 'contexts',
  async *compare({ from, to }) {
    const pages = await cursorPages(from, '/v2/contexts');
    if (!pages) return;
    const known = new Map((await collected(await cursorPages(to, '/v2/contexts'))).map((one) => [keyOf(one), one]));
    for await (const page of pages) {
      for (const context of page) {
        const { type, id, data = {} } = context;
        const before = known.get(keyOf(context));
        const action = before ? (isSameJson(before['data'] ?? {}, data ?? {}) ? 'same' : 'change') : 'create';
        yield single({ type: 'context', id: keyOf(context), action }, () =>
          before
            ? to.write('PATCH', `/v2/contexts/${encodeURIComponent(String(type))}/${encodeURIComponent(String(id))}`, {
                data,
              })
            : to.write('POST', '/v2/contexts', { type, id, data }),
        );
      }
    }
  },
};

/** The first contexts of a server, and whether these are all. */
export async function contextsOf(api: Api, limit: number): Promise<{ found: Fields[]; isComplete: boolean }> {
  const found: Fields[] = [];
  for await (const page of (await cursorPages(api, '/v2/contexts')) ?? []) {
    found.push(...page);
    if (found.length > limit) return { found: found.slice(0, limit), isComplete: false };
  }
  return { found, isComplete: true };
}

/** Tenants, which older triggers name. */
export const tenants: Stage = {
  kind: 'tenants',
  async *compare({ from, to }) {
    const pages = await numberedPages(from, '/v1/tenants');
    if (!pages) return;
    const stored = await collected(await numberedPages(to, '/v1/tenants'));
    const known = new Map(stored.map((one) => [textOf(one, 'identifier'), one]));
    for await (const page of pages) {
      for (const tenant of page) {
        const identifier = textOf(tenant, 'identifier');
        const fields = present(tenant, ['name', 'data']);
        const before = known.get(identifier);
        const isSame =
          before && isSameJson({ ...present(before, ['name', 'data']), ...fields }, present(before, ['name', 'data']));
        const action = before ? (isSame ? 'same' : 'change') : 'create';
        yield single({ type: 'tenant', id: identifier, action }, () =>
          before
            ? to.write('PATCH', `/v1/tenants/${encodeURIComponent(identifier)}`, fields)
            : to.write('POST', '/v1/tenants', { identifier, ...fields }),
        );
      }
    }
  },
};

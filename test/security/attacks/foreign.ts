import type { ApiClient } from '../../api-client.js';
import { EXCEPTIONS } from '../../walk/table.js';
import { makeThings, takenBy, type Things } from '../../walk/things.js';
import type { Attack } from './target.js';

/** Kinds whose things all environments of the organization see. */
const SHARED = /environment|integration|variableKey/i;
const CURSORS = ['after', 'before', 'cursor'];

/** Cursors and filters with what another environment has, at every operation that lists: so many at each. */
export const foreignCursorsAndFilters =
  (each: number): Attack =>
  async (target) => {
    const victim = target.client('development');
    const [things, own] = await Promise.all([makeThings(victim), makeThings(target.client('production'))]);
    const names = Object.entries(things)
      .filter(([kind]) => !SHARED.test(kind))
      .flatMap(([, ids]) => ids.filter((id) => !Object.values(own).flat().includes(id)));
    const headers = { authorization: `ApiKey ${target.keys.production}` };
    for (const [template, item] of Object.entries(target.document.paths)) {
      const path = template.replaceAll(/\{(\w+)\}/g, ':$1');
      const queries = ((item.get?.parameters ?? []) as { in: string; name: string }[])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => name);
      if (queries.length === 0 || EXCEPTIONS[`GET ${path}`]?.organizationWide || SHARED.test(path)) continue;
      const base = filled(path, own);
      const foreign = [...names, ...(await cursorsOf(victim, filled(path, things)))];
      for (const query of queries) {
        const all = CURSORS.includes(query) ? foreign.toReversed() : names;
        const chosen = each >= all.length ? all : Array.from({ length: each }, () => target.values.pick(all));
        for (const value of chosen) {
          const url = `${base}?${new URLSearchParams({ [query]: value }).toString()}`;
          const { statusCode, body } = await target.send({ method: 'GET', url, headers });
          target.check(statusCode < 500, `${url} responded with ${statusCode}`);
          if (statusCode !== 200) continue;
          const shown = names.filter((name) => name !== value && body.includes(name));
          target.check(shown.length === 0, `${url} shows ${shown.join()} of another environment`);
        }
      }
    }
  };

function filled(path: string, things: Things): string {
  return path.replaceAll(/:(\w+)/g, (_match, parameter: string) => {
    const taken = takenBy({ method: 'GET', path }, parameter);
    const value = !taken ? 'x' : 'word' in taken ? taken.word : things[taken.kind]?.[0];
    return encodeURIComponent(value ?? 'x');
  });
}

/** The cursors that the environment itself is given. */
async function cursorsOf(api: ApiClient, path: string): Promise<string[]> {
  const { body } = await api.get(`${path}?limit=1`);
  const found = Object.entries((body ?? {}) as Record<string, unknown>);
  return found.flatMap(([name, value]) => (/next|prev|cursor/i.test(name) && typeof value === 'string' ? [value] : []));
}

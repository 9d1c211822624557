import { isObject } from '../../platform/values/is-object.js';
import { MASK } from '../../platform/values/mask.js';
import { canonicalJson, isSameJson } from '../../promotion/definition.js';
import type { Fields } from '../api.js';
import { collected, cursorPages, present, textOf } from '../lists.js';
import { type Item, single, type Stage } from '../plan.js';

const LISTS = [
  { type: 'channel connection', path: '/v1/channel-connections', content: ['workspace', 'auth'], secret: 'auth' },
  { type: 'channel endpoint', path: '/v1/channel-endpoints', content: ['endpoint'], secret: 'endpoint' },
] as const;

/** Workspaces of chat providers, and addresses of subscribers there, as far as the key may see them. */
export const channels: Stage = {
  kind: 'channels',
  async *compare({ from, to }) {
    const writes: Promise<unknown>[] = [];
    for (const { type, path, content, secret } of LISTS) {
      // An endpoint names its connection, so all connections are written before.
      const earlier = Promise.allSettled(writes);
      const pages = await cursorPages(from, path);
      if (!pages) continue;
      const stored = await collected(await cursorPages(to, path));
      const known = new Map(stored.map((one) => [textOf(one, 'identifier'), one]));
      for await (const page of pages) {
        for (const one of page) {
          const id = textOf(one, 'identifier');
          const before = known.get(id);
          const wanted = present(one, content);
          const isHidden = canonicalJson(wanted[secret] ?? '').includes(MASK);
          const isSame = before && isSameJson(present(before, content), wanted);
          const item = { type, id };
          if (isHidden || typeof one['integrationIdentifier'] !== 'string') {
            yield single(before ? { ...item, action: 'same' } : skipped(item, isHidden));
            continue;
          }
          const write = () =>
            before
              ? to.write('PATCH', `${path}/${encodeURIComponent(id)}`, wanted)
              : to.write('POST', path, { ...wanted, ...ownerOf(one), identifier: id });
          yield single({ ...item, action: before ? (isSame ? 'same' : 'change') : 'create' }, () => {
            const written = earlier.then(write);
            writes.push(written);
            return written;
          });
        }
      }
    }
  },
};

function skipped(item: { type: string; id: string }, isHidden: boolean): Item {
  const why = isHidden ? 'its secrets are not shown to the key' : 'its integration is deleted';
  return { ...item, action: 'skip', why, ...(isHidden && { notes: [{ kind: 'enter', text: why }] }) };
}

function ownerOf(one: Fields): Fields {
  const keys = Array.isArray(one['contextKeys']) ? one['contextKeys'].map(String) : [];
  const isShared = isObject(one['workspace']) && typeof one['subscriberId'] !== 'string';
  return {
    ...present(one, ['subscriberId', 'integrationIdentifier', 'connectionIdentifier', 'type']),
    ...(isShared && { connectionMode: 'shared' }),
    ...(keys.length > 0 && { context: contextOf(keys) }),
  };
}

/** Contexts in the form of requests, of keys such as `tenant:acme`. */
export function contextOf(keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]));
}

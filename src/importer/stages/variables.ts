import { isObject } from '../../platform/values/is-object.js';
import { MASK } from '../../platform/values/mask.js';
import type { Fields } from '../api.js';
import { plainList, textOf } from '../lists.js';
import { type Note, single, type Stage } from '../plan.js';

/** Variables of the organization, with their values in the environment of the key: other environments have keys of their own. */
export const variables: Stage = {
  kind: 'variables',
  async *compare({ from, to, fromEnvironment, toEnvironment }) {
    const source = await plainList(from, '/v1/environment-variables');
    if (!source) return;
    const stored = (await plainList(to, '/v1/environment-variables')) ?? [];
    const known = new Map(stored.map((one) => [textOf(one, 'key'), one]));
    for (const variable of source) {
      const key = textOf(variable, 'key');
      const isSecret = variable['isSecret'] === true;
      const before = known.get(key);
      const value = valueIn(variable, fromEnvironment.id);
      const own = before && valueIn(before, toEnvironment.id);
      const isShown = value !== undefined && !isSecret && value !== MASK;
      const differs = isShown && value !== own;
      const values = differs ? [{ _environmentId: toEnvironment.id, value }] : [];
      const isMissing = value !== undefined && !isShown && own === undefined;
      const notes: Note[] = isMissing ? [{ kind: 'enter', text: 'its secret value, which no server shows' }] : [];
      yield single(
        { type: 'variable', id: key, action: before ? (differs ? 'change' : 'same') : 'create', notes },
        () =>
          before
            ? to.write('PATCH', `/v1/environment-variables/${encodeURIComponent(key)}`, { values })
            : to.write('POST', '/v1/environment-variables', { key, isSecret, values }),
      );
    }
  },
};

function valueIn({ values }: Fields, environmentId: string): string | undefined {
  const all = Array.isArray(values) ? values.filter(isObject) : [];
  const value = all.find((one) => one['_environmentId'] === environmentId)?.['value'];
  return typeof value === 'string' ? value : undefined;
}

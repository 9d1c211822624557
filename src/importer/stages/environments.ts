import { plainList, present, textOf } from '../lists.js';
import { single, type Stage } from '../plan.js';

/** Environments by their names. Only those of the keys have their contents imported. */
export const environments: Stage = {
  kind: 'environments',
  async *compare({ from, to, fromEnvironment, importedIds }) {
    const known = new Set((await plainList(to, '/v1/environments'))?.map((one) => textOf(one, 'name')));
    for (const environment of (await plainList(from, '/v1/environments')) ?? []) {
      const name = textOf(environment, 'name');
      const own = environment['_id'] === fromEnvironment.id;
      const isImported = importedIds.has(textOf(environment, '_id'));
      const isSame = own || known.has(name);
      const contents = {
        kind: 'enter' as const,
        text: 'an import reads the environments of its keys: repeat it with the keys of this one on both sides',
      };
      yield single(
        {
          type: 'environment',
          id: name,
          action: isSame ? 'same' : 'create',
          ...(!isImported && { notes: [contents] }),
        },
        () => to.write('POST', '/v1/environments', { name, ...present(environment, ['color']) }),
      );
    }
  },
};

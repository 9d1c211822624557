import fc from 'fast-check';
import { documentFrom, fromDocument } from '../bson/convert.js';
import { documentValue, ReadDocument } from '../bson/raw-value.js';
import { type IndexDefinition, indexFields } from './index-definition.js';
import { encodeIndexKey, forEachKey, generateKeys } from './key-generation.js';

const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constantFrom<unknown>(1, 'text', null), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 2 }),
  object: fc.record({ a: tie('value'), b: tie('value'), 0: tie('value') }, { requiredKeys: [] }),
}));
const document = fc.record({ a: value, b: value }, { requiredKeys: [] });
const path = fc.constantFrom('a', 'b', 'a.a', 'a.b', 'a.0', 'a.a.b', 'a.0.b', 'b.a');

/** What a call returns, or the message of its error. */
function outcome<Result>(call: () => Result): Result | string {
  try {
    return call();
  } catch (error) {
    return (error as Error).message;
  }
}

describe('keys of an index', () => {
  it('of documents with one key are found the short way, and are those of the long one', () => {
    fc.assert(
      fc.property(
        document,
        fc.uniqueArray(path, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (given, paths, sparse) => {
          const fields = indexFields(documentFrom(Object.fromEntries(paths.map((one, i) => [one, i % 2 ? -1 : 1]))));
          const bytes = fromDocument(given);
          const long = outcome(() => {
            const keys = new Set<string>();
            const multikey = forEachKey(fields, documentValue(bytes), (values) => {
              if (sparse && values.every((one) => one === undefined)) return;
              keys.add(encodeIndexKey(fields, values).toString('hex'));
            });
            return { keys, multikey };
          });
          for (const read of [documentValue(bytes), ReadDocument.from(bytes)]) {
            const short = outcome(() => {
              const { keys, multikey } = generateKeys({ fields, sparse } as unknown as IndexDefinition, read);
              return { keys: new Set(keys.map((key) => key.toString('hex'))), multikey };
            });
            expect(short).toEqual(long);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

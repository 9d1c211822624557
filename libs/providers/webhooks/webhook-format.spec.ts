import { sortedFields } from './webhook-format.js';

describe('fields that are signed', () => {
  it('are sorted by code units, capitals first', () => {
    expect(sortedFields({ b: '1', a_b: 2, aB: '3', B: '' })).toEqual([
      ['B', ''],
      ['aB', '3'],
      ['a_b', '2'],
      ['b', '1'],
    ]);
  });

  it.each([[undefined], [null], ['text'], [['list']], [{ deep: {} }], [{ none: null }], [{ yes: true }]])(
    'are none of %j',
    (body) => {
      expect(sortedFields(body)).toBeUndefined();
    },
  );
});

import { ignoredFields } from './ignored-fields.js';

describe('T19: the response to a trigger names fields without effect', () => {
  it.each<[string, object, RegExp[]]>([
    [
      'a field that no trigger has',
      { name: 'a', to: 'b', payloads: {} },
      [/^payloads was ignored: a trigger has .*Did you mean 'payload'\?$/],
    ],
    ['a field that only clients know', { name: 'a', to: 'b', agentId: 'c' }, [/^agentId has no effect here$/]],
    [
      'a field of a recipient',
      { name: 'a', to: { subscriberId: 'b', mail: 'c' } },
      [/^to\.mail was ignored: a subscriber/],
    ],
    [
      'fields of one of several, and of the actor',
      { name: 'a', to: ['b', { type: 'Topic', topicKey: 'c', not: [] }], actor: { subscriberId: 'd', age: 3 } },
      [/^to\.1\.not was ignored: a topic has/, /^actor\.age was ignored/],
    ],
  ])('%s', (_what, trigger, expected) => {
    expect(ignoredFields(trigger)).toEqual(expected.map((text) => expect.stringMatching(text)));
  });

  it('but no known fields, nothing inside free-form objects, and of very many only some', () => {
    const to = [
      { subscriberId: 'a', email: 'b', data: { any: 1 } },
      'c',
      { type: 'Topic', topicKey: 'd', exclude: [] },
    ];
    expect(
      ignoredFields({ name: 'a', to, payload: { any: 1 }, overrides: { fcm: {} }, context: { any: 'a' } }),
    ).toEqual([]);
    expect(ignoredFields(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 1])))).toHaveLength(
      10,
    );
    expect(ignoredFields(null)).toEqual([]);
  });
});

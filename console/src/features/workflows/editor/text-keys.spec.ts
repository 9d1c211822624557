import { textAt, textKeys } from './text-keys';

describe('the translated texts of a step', () => {
  it('are those that its templates print', () => {
    const values = {
      subject: '{{ t.title }} at t.me',
      body: '{% if t.late.note %}{{t.title | upcase}}{% endif %}{{ cart.t.x }}',
    };
    expect(textKeys(values)).toEqual(['title', 'late.note']);
  });

  it('are found by their keys', () => {
    const texts = { title: 'On its way', late: { note: 'Sorry' } };
    expect(['title', 'late.note', 'late', 'title.more', 'none'].map((key) => textAt(texts, key))).toEqual([
      'On its way',
      'Sorry',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

import { missingKeys, presentKeys, translationKeys } from './missing-keys.js';

describe('the keys that templates look up', () => {
  it.each<[string, unknown, string[]]>([
    ['of a text', '{{ t.hello }} {{t.order.shipped}}', ['hello', 'order.shipped']],
    ['once each, in order', '{{ t.b }}{{ t.a }}{{ t.b }}', ['a', 'b']],
    [
      'in nested control values',
      { subject: '{{t.s}}', buttons: [{ label: '{{ t.l | upcase }}' }], skip: true },
      ['l', 's'],
    ],
    ['with a key in brackets', '{{ t["a key"] }}', ['a key']],
    [
      'in conditions and loops',
      '{% if t.a == "x" %}{% for i in payload.list %}{{ t.b }}{% endfor %}{% endif %}',
      ['a', 'b'],
    ],
    ['but not those known at rendering only', '{{ t.status[payload.status] }}', []],
    ['but not of other variables', '{{ payload.t.a }}{{ t }}', []],
    ['but not of a name of its own', '{% assign t = payload %}{{ t.a }}', []],
    ['but not of a template that cannot be read', ['{{ t.a | }}{% if', '{{ t.b }}'], ['b']],
    ['of nothing', undefined, []],
  ])('%s', (_case, templates, keys) => {
    expect(translationKeys(templates)).toEqual(keys);
  });
});

describe('L10: a language lacks', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['nothing that it has', { a: 'A', b: { c: 'C' } }, []],
    ['nothing that it has under a dotted key', { a: 'A', 'b.c': 'C' }, []],
    ['what is empty', { a: '', b: { c: ' ' } }, ['a', 'b.c']],
    ['what is not a text', { a: { x: 'X' }, b: 'B' }, ['a', 'b.c']],
    ['what it does not have', {}, ['a', 'b.c']],
  ])('%s', (_case, content, missing) => {
    expect(missingKeys(['a', 'b.c'], { content })).toEqual(missing);
  });
});

it('tells the keys a language has', () => {
  const content = { b: { c: 'C', d: '' }, a: 1, 'e.f': 'F' };
  expect(presentKeys({ content })).toEqual(['a', 'b.c', 'e.f']);
});

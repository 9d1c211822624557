import { outdatedKeys, type TimedTexts, timesOf } from './text-times.js';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

/** Saves the texts of a language one after another, and says what the last one is. */
function saved(locale: string, ...saves: [minute: number, content: Record<string, unknown>, confirmed?: string[]][]) {
  return saves.reduce<TimedTexts | undefined>((former, [minute, content, confirmed = []]) => {
    const now = at(minute);
    const changedAt = timesOf(former, content, confirmed, now);
    return { locale, content, createdAt: former?.createdAt ?? now, ...(changedAt && { changedAt }) };
  }, undefined)!;
}

describe('TX3: a text is outdated', () => {
  const german = saved('de', [1, { a: 'A', b: { c: 'C' } }]);

  it.each<[string, TimedTexts, TimedTexts, string[]]>([
    ['never at first', saved('en', [0, { a: 'a' }]), german, []],
    ['never because its language was first', saved('en', [5, { a: 'a' }]), german, []],
    ['when the default text changes later', saved('en', [0, { a: 'a' }], [2, { a: 'new' }]), german, ['a']],
    ['not when another one changes', saved('en', [0, { a: 'a', x: 'x' }], [2, { a: 'a', x: 'y' }]), german, []],
    ['also in a group', saved('en', [0, { b: { c: 'c' } }], [2, { b: { c: 'new' } }]), german, ['b.c']],
    [
      'until it changes, too',
      saved('en', [0, { a: 'a' }], [2, { a: 'new' }]),
      saved('de', [1, { a: 'A' }], [3, { a: 'Neu' }]),
      [],
    ],
    [
      'until it is confirmed',
      saved('en', [0, { a: 'a' }], [2, { a: 'new' }]),
      saved('de', [1, { a: 'A' }], [3, { a: 'A' }, ['a']]),
      [],
    ],
    [
      'though it is saved once more',
      saved('en', [0, { a: 'a' }], [2, { a: 'new' }]),
      saved('de', [1, { a: 'A' }], [3, { a: 'A' }]),
      ['a'],
    ],
    ['not when it is missing', saved('en', [0, { x: 'x' }], [2, { x: 'y' }]), german, []],
    ['not together with the default text', saved('en', [0, { a: 'a' }], [1, { a: 'new' }]), german, []],
  ])('%s', (_case, reference, own, expected) => {
    expect(outdatedKeys(reference, own)).toEqual(expected);
  });

  it('in no default language', () => {
    const english = saved('en', [0, { a: 'a' }], [2, { a: 'new' }]);
    expect(outdatedKeys(english, english)).toEqual([]);
    expect(outdatedKeys(undefined, german)).toEqual([]);
  });
});

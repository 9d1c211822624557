import { PHRASES, phrasesIn, WORKPLACE, workplaceWordsIn } from '../../scripts/forbidden-words.mjs';

const places = (text: string) =>
  Object.entries(phrasesIn(new Map([['a.ts', text]]))).flatMap(([phrase, found]) => found.map((at) => [phrase, at]));

describe('phrases', () => {
  it.each([
    ['in any case', '// Whoever asks', [['whoever', 'a.ts:1']]],
    ['with its line', 'a;\nb; // for so many bytes', [['so many', 'a.ts:2']]],
    ['across lines of a comment', '/**\n * given to one\n * who asks\n */', [['one who', 'a.ts:2']]],
    ['across lines of another', '// so\n  // many', [['so many', 'a.ts:1']]],
    ['across lines of text', 'one\nwho', [['one who', 'a.ts:1']]],
    [
      'as often as it stands there',
      'whoever\nwhoever',
      [
        ['whoever', 'a.ts:1'],
        ['whoever', 'a.ts:2'],
      ],
    ],
    ['not as a part of other words', '// anyone who, one whose, also many', []],
    ['not across an empty line', 'one\n\nwho', []],
    ['but "there is no", "is no longer"', '// There is no way; there\n// are no keys; it is no\n// longer there', []],
    ['in "is no number"', '// what is no number', [['is no', 'a.ts:1']]],
  ])('are found %s', (_name, text, expected) => {
    expect(places(text)).toEqual(expected);
  });

  it('each have something to write instead', () => {
    expect(Object.values(PHRASES).filter((instead) => instead.length < 5)).toEqual([]);
  });
});

describe('words of the workplace', () => {
  it.each([
    ['an issue by its number', 'Fixes issue #12'],
    ['sub-agents', 'a sub-agent did it'],
    ['assistants', 'The assistant'],
    ['language models', 'an LLM'],
    ['sessions of work', 'in the last work session'],
    ['a folder of the workplace', 'see /work/plan.md'],
  ])('%s', (name, text) => {
    expect(workplaceWordsIn(new Map([['a.md', `\n${text}`]]))).toEqual([`a.md:2: ${name}`]);
  });

  it.each([
    'the session of a subscriber, and other sessions of an account',
    '/v1/network/working and https://example.com/work/place',
    'assistive technology, assisted',
    'issues of a workflow: 3',
    'the mistral model of a language',
  ])('words of the product are allowed: %s', (text) => {
    expect(workplaceWordsIn(new Map([['a.md', text]]))).toEqual([]);
  });

  it('are all tried here', () => {
    expect(Object.keys(WORKPLACE)).toHaveLength(6);
  });
});

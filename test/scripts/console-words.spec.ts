import { textsOfSource, WORDS, wordsIn } from '../../scripts/console-words.mjs';

const SCREEN = 'console/src/features/activity/screen.tsx';
const plain = (phrase: string) => phrase.replaceAll("'", '');
const found = (phrase: string) => expect.stringContaining(`:2: "${plain(phrase)}". Write instead: `);

describe('the words of the product', () => {
  it.each(WORDS.flatMap(([phrases, instead]) => phrases.map((phrase) => [phrase, instead] as const)))(
    '%s is found in a string and in JSX, and what to write instead is not',
    (phrase, instead) => {
      expect(wordsIn(SCREEN, `const A = 1;\nconst B = "${plain(phrase)}";`)).toContainEqual(found(phrase));
      expect(wordsIn(SCREEN, `<p>\n  ${plain(phrase)}\n</p>`)).toContainEqual(found(phrase));
      expect(wordsIn(SCREEN, `const B = "${instead}";`)).toEqual([]);
    },
  );

  it.each([
    ['sentences of a guide', 'docs/a.md', 'In the console:\nlook at Webhooks that fail', 1],
    ['doc comments of a DTO', 'src/a.dto.ts', '\n/** Messages that were\n * given up. */', 2],
    ['not code of a DTO', 'src/a.dto.ts', "\nconst colour = 'Given up';", 0],
    ['not comments of the console', SCREEN, '/** Messages that were given up. */\n// given up', 0],
    ['not short words inside of others', SCREEN, "const A = 'Why this matters, and More';", 0],
    ['not values of the API', SCREEN, "const TYPES = ['regular', 'timed'];", 0],
  ])('are looked for in texts that people read: %s', (_where, file, content, count) => {
    expect(wordsIn(file, content)).toHaveLength(count);
  });

  it('have the line of a text that begins below its tag', () => {
    expect(textsOfSource('<p>\n\n  Two words\n  and more\n</p>')).toEqual([{ text: 'Two words and more', line: 3 }]);
  });
});

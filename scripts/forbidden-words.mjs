/**
 * Words that may not appear, for `scripts/house.mjs` and `scripts/commit-form.mjs`. A phrase is found in any case, as
 * whole words, and across the lines of a comment.
 */

/** Phrases that are read twice, with what to write instead. `scripts/house.json` has the number of files each is still in. */
export const PHRASES = {
  whoever: 'name the user: "a person who", "a caller with this role"',
  'one who': 'name the user: "the member who", "the caller who"',
  'so many': 'say what is counted: "at most `limit` events", "for `ms` milliseconds"',
  'lets go of': 'releases, closes, frees',
  'is given again': 'is repeated, is sent again, is returned again',
  'what it came to': 'result, outcome',
  'is no': '"is not a …": "is not a number"',
  'are no': '"are not …": "are not pages"',
  'is not to': 'must not',
  'no way back': '"cannot be undone"',
  'let go of': 'release, close, free',
  'given again': 'repeated, sent again, returned again',
  'for so long': '"for this time", "for `ms` milliseconds"',
};

/** "There is no X" and "is no longer" are plain. */
const PLAIN = { before: ['there'], after: ['longer', 'more', 'less'] };
const PLAIN_FORMS = { 'is no': PLAIN, 'are no': PLAIN };

/** How the work was done does not belong to the product: neither the tree nor a commit message speaks of it. */
export const WORKPLACE = {
  'an issue by its number': /\bissues? #\d+/i,
  'sub-agents': /\bsub-?agents?\b/i,
  assistants: /\bassistants?\b/i,
  'language models': /\b(language models?|LLMs?|ChatGPT|Claude|Codex|Copilot)\b/i,
  'sessions of work': /\b(work|working|coding) sessions?\b/i,
  'a folder of the workplace': /(?<![\w.-])\/work\/\w/,
};

/** What may stand between two words of a phrase: a space, or a line break and the start of a comment's line. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\r?\n[ \t]*(?:\*|//|#|>)?[ \t]*)`;

function patternOf(phrase) {
  const { before, after } = PLAIN_FORMS[phrase] ?? {};
  const notBefore = before ? String.raw`(?<!\b(?:${before.join('|')})${GAP})` : '';
  const notAfter = after ? String.raw`(?!${GAP}(?:${after.join('|')})\b)` : '';
  return new RegExp(String.raw`${notBefore}\b${phrase.replaceAll(' ', GAP)}\b${notAfter}`, 'gi');
}

/** Where each phrase stands, as `file:line`. `texts`: the text of each file by its path. */
export function phrasesIn(texts) {
  return Object.fromEntries(Object.keys(PHRASES).map((phrase) => [phrase, placesOf(patternOf(phrase), texts)]));
}

/** Where words of the workplace stand, as `file:line: what it is`. */
export function workplaceWordsIn(texts) {
  return Object.entries(WORKPLACE).flatMap(([name, pattern]) =>
    placesOf(new RegExp(pattern, `${pattern.flags}g`), texts).map((place) => `${place}: ${name}`),
  );
}

function placesOf(pattern, texts) {
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(pattern)].map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`),
  );
}

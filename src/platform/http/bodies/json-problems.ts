import { printParseErrorCode, visit } from 'jsonc-parser';
import { changedNumber } from './exact-numbers.js';

/** Sentences for the error codes of the parser; other codes are about comments, which JSON does not have. */
const PROBLEMS: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'this is not a number as JSON writes it',
  UnexpectedEndOfNumber: 'this number is not complete',
  UnexpectedEndOfString: 'this text has no closing double quote in its line',
  InvalidUnicode: 'four hexadecimal digits are expected after \\u',
  InvalidEscapeCharacter: 'there is no such escape, and a backslash itself is written \\\\',
  InvalidCharacter: 'a control character in a text, where a new line is written \\n',
  PropertyNameExpected: 'a name in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'the body ends where a } is expected',
  CloseBracketExpected: 'the body ends where a ] is expected',
  EndOfFileExpected: 'the end of the body is expected here',
};

/** Levels of lists and objects below which the search stops. */
const MAX_DEPTH = 500;

interface Found {
  code: string;
  offset: number;
  line: number;
  column: number;
}

/**
 * The first syntax error of a JSON text, with its place: `line 3, column 7: a comma is expected here, not "`. It repeats at
 * most one character of the text, which may contain secrets. Undefined when the JSON is valid.
 */
export function firstProblemOfJson(json: string): string | undefined {
  const text = json.startsWith('\ufeff') ? json.slice(1) : json;
  const [first, second] = findProblems(text);
  if (!first) return undefined;
  // After an invalid word, the next error of the parser says what it had expected there.
  const code = first.code === 'InvalidSymbol' ? (second?.code ?? 'EndOfFileExpected') : first.code;
  return `line ${first.line + 1}, column ${first.column + 1}: ${problemAt(text, first.offset, code)}`;
}

function findProblems(json: string): Found[] {
  const found: Found[] = [];
  let depth = 0;
  // After the first error the parser may misread the rest, and recurse until the stack overflows.
  const begin = () => {
    depth += 1;
    if (depth > MAX_DEPTH) throw ENOUGH;
  };
  const end = () => {
    depth -= 1;
  };
  try {
    visit(
      json,
      {
        onArrayBegin: begin,
        onArrayEnd: end,
        onObjectBegin: begin,
        onObjectEnd: end,
        onError(error, offset, _length, line, column) {
          found.push({ code: printParseErrorCode(error), offset, line, column });
          if (found[0]?.code !== 'InvalidSymbol' || found.length > 1) throw ENOUGH;
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return found;
}

const ENOUGH = new Error('The problem is found');

function problemAt(json: string, offset: number, code: string): string {
  const met = json[offset];
  if (met === "'") return "names and texts stand in double quotes, not in '";
  if ((met === '}' || met === ']') && /,\s*$/.test(json.slice(Math.max(0, offset - 100), offset)))
    return `the comma before ${met} is one too many`;
  const problem = PROBLEMS[code] ?? (met === '/' ? 'JSON has no comments' : 'this is not expected here');
  return met !== undefined && code.endsWith('Expected') ? `${problem}, not ${met}` : problem;
}

/**
 * The first place in the value of a JSON text that cannot be stored unchanged, and why; undefined when there is none.
 * Everything unusable in texts and keys contains one of these, so that most values need no look.
 */
export function unusableIn(json: string, value: unknown): Place {
  const number = changedNumber(json);
  return unstorableIn(json, value) ?? (number && { path: nameOf(number.path), problem: number.problem });
}

/** As {@link unusableIn}, but for numbers, for bodies of which no number is kept. */
export function unstorableIn(json: string, value: unknown): Place {
  return /__proto__|\\u/i.test(json) ? placeIn(value, []) : undefined;
}

/** A place in a value, and why it cannot be stored. */
type Place = { path: string; problem: string } | undefined;

/** The path of the whole value. */
export const WHOLE = 'body';

/** Half of a surrogate pair. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * A key `__proto__` would change the prototype wherever values are merged. Half of a surrogate pair is not a character, and
 * can be neither stored nor sent.
 */
function placeIn(value: unknown, path: string[]): Place {
  if (typeof value === 'string') {
    return LONE_SURROGATE.test(value) ? { path: nameOf(path), problem: 'has half of a surrogate pair' } : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const place = [...path, key];
    if (key === '__proto__') return { path: nameOf(place), problem: 'is not a key that can be used' };
    if (LONE_SURROGATE.test(key)) return { path: nameOf(place), problem: 'has half of a surrogate pair in its key' };
    const found = placeIn(member, place);
    if (found) return found;
  }
  return undefined;
}

function nameOf(path: string[]): string {
  if (path.length === 0) return WHOLE;
  // Half of a surrogate pair cannot be sent in the response either.
  return path
    .join('.')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .slice(0, 200);
}

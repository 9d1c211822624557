import { printParseErrorCode, visit } from 'jsonc-parser';

/** What the parser calls its errors, as sentences; the others are about comments, which JSON has not. */
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

/** Lists and objects inside each other, behind which nothing is looked for. */
const MAX_DEPTH = 500;

interface Found {
  code: string;
  offset: number;
  line: number;
  column: number;
}

/**
 * What is wrong first in a text that is no JSON, and where: `line 3, column 7: a comma is expected here, not "`. It repeats
 * one character of the text at most, which may hold secrets. Undefined when nothing is wrong.
 */
export function firstProblemOfJson(json: string): string | undefined {
  const text = json.startsWith('\ufeff') ? json.slice(1) : json;
  const [first, second] = findProblems(text);
  if (!first) return undefined;
  // Behind a word that is none, the parser says what it had expected in its place.
  const code = first.code === 'InvalidSymbol' ? (second?.code ?? 'EndOfFileExpected') : first.code;
  return `line ${first.line + 1}, column ${first.column + 1}: ${problemAt(text, first.offset, code)}`;
}

function findProblems(json: string): Found[] {
  const found: Found[] = [];
  let depth = 0;
  // What stands behind the first problem may be read in another way than it was meant, and as deep as the call stack.
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

import { CsvError, type CsvRow, csvRow, fromSheet, readCsv } from '#libs/csv/csv.js';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { textsOf } from '#libs/rendering/translations/texts.js';
import { isObject } from '../../platform/values/is-object.js';
import { readJson, textsProblem } from '../translation-texts.js';
import type { ImportProblemDto } from '../translation-sheets.dto.js';

/** The texts of several languages, from a file. */
export interface TextsFile {
  /** By language and key. An empty text removes its key. */
  languages: Map<string, Map<string, string>>;
  /** What names no language. */
  unknown: string[];
  problems: ImportProblemDto[];
}

/** The name of the first column. */
const KEY = 'key';

const HEADER = 'The first line must name the columns: key, then a language for each, such as de_DE';

/** A file that cannot be used at all. The message says what is wrong, as a sentence. */
export class TextsFileError extends Error {
  override readonly name = 'TextsFileError';
}

/**
 * Reads CSV or JSON, whichever the text is. A cell that a row does not have says nothing of its key.
 *
 * @param maxBytes Of the texts of one language.
 * @throws TextsFileError
 */
export function readTextsFile(text: string, maxBytes: number): TextsFile {
  return /^\ufeff?\s*[{[]/.test(text) ? fromJson(text, maxBytes) : fromCsv(text, maxBytes);
}

function fromCsv(text: string, maxBytes: number): TextsFile {
  const file: TextsFile = { languages: new Map(), unknown: [], problems: [] };
  const lines = new Map<string, number>();
  let columns: (Map<string, string> | undefined)[] | undefined;
  try {
    for (const row of readCsv(text, maxBytes)) {
      if (!columns) columns = columnsOf(row, file);
      else readRow(row, columns, lines, file.problems);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (!columns) throw new TextsFileError(HEADER);
    // What comes after it cannot be told apart.
    file.problems.push({ line: error.line, message: error.message });
  }
  if (!columns) throw new TextsFileError(HEADER);
  return file;
}

/** The texts that each column after the first goes to; undefined for one that names no language. */
function columnsOf({ fields: [first = '', ...names] }: CsvRow, file: TextsFile): (Map<string, string> | undefined)[] {
  if (first.trim().toLowerCase() !== KEY) throw new TextsFileError(HEADER);
  const columns = names.map((name) => languageIn(file, name.trim()));
  if (file.languages.size === 0) throw new TextsFileError(HEADER);
  return columns;
}

function readRow(
  { line, fields: [first = '', ...cells] }: CsvRow,
  columns: readonly (Map<string, string> | undefined)[],
  lines: Map<string, number>,
  problems: ImportProblemDto[],
): void {
  const key = fromSheet(first).trim();
  const earlier = lines.get(key);
  if (key === '') problems.push({ line, message: 'The key is missing' });
  else if (earlier !== undefined) problems.push({ line, message: `${shown(key)} is in line ${earlier} already` });
  else {
    lines.set(key, line);
    cells.forEach((cell, index) => columns[index]?.set(key, fromSheet(cell)));
  }
}

function fromJson(text: string, maxBytes: number): TextsFile {
  const json = readJson(Buffer.from(text));
  if (!json.ok) throw new TextsFileError(`The file ${json.problem}`);
  if (!isObject(json.value)) throw new TextsFileError('The file must have the texts of each language: {"de_DE": {…}}');
  const file: TextsFile = { languages: new Map(), unknown: [], problems: [] };
  for (const [name, content] of Object.entries(json.value)) {
    const texts = languageIn(file, name);
    if (!texts) continue;
    const problem = textsProblem(content, maxBytes);
    if (problem !== undefined || !isObject(content)) throw new TextsFileError(`${shown(name)} ${problem}`);
    for (const [key, one] of textsOf(content)) texts.set(key, one);
  }
  if (file.languages.size === 0) throw new TextsFileError('The file must have at least one language, such as de_DE');
  return file;
}

/** The texts of a language, which the file has once; undefined for another name. */
function languageIn({ languages, unknown }: TextsFile, name: string): Map<string, string> | undefined {
  const locale = canonicalLocale(name);
  if (locale === undefined) {
    if (name !== '') unknown.push(shown(name));
    return undefined;
  }
  if (languages.has(locale)) throw new TextsFileError(`The file has the language ${locale} twice`);
  const texts = new Map<string, string>();
  languages.set(locale, texts);
  return texts;
}

function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** Languages with their texts as CSV: a row for each key, a column for each language. Spreadsheets know by its mark that it is UTF-8. */
export function* toCsv(
  keys: readonly string[],
  languages: readonly { locale: string; texts: ReadonlyMap<string, string> }[],
): Generator<string> {
  yield `\ufeff${csvRow([KEY, ...languages.map(({ locale }) => locale)])}`;
  for (const key of keys) yield csvRow([key, ...languages.map(({ texts }) => texts.get(key) ?? '')]);
}

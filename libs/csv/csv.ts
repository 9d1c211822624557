/** A row of a file, and the number of its first line. */
export interface CsvRow {
  line: number;
  fields: string[];
}

/** A text that is no CSV (RFC 4180). */
export class CsvError extends Error {
  override readonly name = 'CsvError';

  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

/**
 * Reads rows of fields as RFC 4180 has them: a field in quotes may contain separators, line breaks and doubled quotes. The
 * first line decides whether a comma, a semicolon or a tab separates fields, since spreadsheets write all three. Empty lines
 * are left out.
 */
export function* readCsv(text: string): Generator<CsvRow> {
  const source = text.replace(/^\ufeff/, '');
  const separator = separatorOf(source);
  const token = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"\\r\\n${separator}][^\\r\\n${separator}]*|))(${separator}|\\r?\\n|\\r|$)`,
    'y',
  );
  let [line, start, fields] = [1, 1, new Array<string>()];
  while (token.lastIndex < source.length || fields.length > 0) {
    const found = token.exec(source);
    if (!found) throw new CsvError('A quote is not closed, or text follows it', start);
    const [, quoted, plain = '', end] = found;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += quoted?.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === separator) continue;
    if (fields.length > 1 || fields[0] !== '') yield { line: start, fields };
    line += 1;
    [start, fields] = [line, []];
  }
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string): number => first.split(separator).length;
  return [';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best), ',');
}

/**
 * A row of CSV. A field that a spreadsheet would read as a formula gets an apostrophe before it, which {@link fromSheet} takes
 * away.
 */
export function csvRow(fields: readonly string[]): string {
  const written = fields.map((field) => {
    const plain = FORMULA.test(field) ? `'${field}` : field;
    return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  });
  return `${written.join(',')}\r\n`;
}

/** A field as it was before {@link csvRow}. */
export function fromSheet(field: string): string {
  return field.startsWith("'") && FORMULA.test(field.slice(1)) ? field.slice(1) : field;
}

/** What spreadsheets take for a formula, also after blanks. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/u;

/** A row of a file, and the number of its first line. */
export interface CsvRow {
  line: number;
  fields: string[];
}

/** A text that is not CSV (RFC 4180). */
export class CsvError extends Error {
  override readonly name = 'CsvError';

  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

/** Characters of a field unless more are allowed: a quote that is forgotten is found soon. */
const MAX_FIELD = 10_000;

/**
 * Reads rows of fields as RFC 4180 has them: a field in quotes may contain separators, line breaks and doubled quotes. The
 * first line decides whether a comma, a semicolon or a tab separates fields, since spreadsheets write all three. Empty lines
 * are left out.
 */
export function* readCsv(text: string, maxField = MAX_FIELD): Generator<CsvRow> {
  const source = text.replace(/^\ufeff/, '');
  const separator = separatorOf(source);
  const plain = new RegExp(`[^\\r\\n${separator}]*`, 'y');
  let [place, line] = [0, 1];
  while (place < source.length) {
    const row: CsvRow = { line, fields: [] };
    for (;;) {
      const isQuoted = source[place] === '"';
      const end = isQuoted ? endOfQuoted(source, place) : undefined;
      if (end === -1) throw new CsvError('A quote is not closed', row.line);
      plain.lastIndex = place;
      const field = end === undefined ? plain.exec(source)![0] : source.slice(place + 1, end);
      if (field.length > maxField) throw new CsvError(`A field has more than ${maxField} characters`, row.line);
      place = end === undefined ? place + field.length : end + 1;
      row.fields.push(isQuoted ? field.replaceAll('""', '"') : field);
      line += isQuoted ? (field.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;
      if (source[place] !== separator) break;
      place += 1;
    }
    const isEnd = place === source.length || source[place] === '\r' || source[place] === '\n';
    if (!isEnd) throw new CsvError('Text follows a quote', row.line);
    place += source.startsWith('\r\n', place) ? 2 : 1;
    line += 1;
    if (row.fields.length > 1 || row.fields[0] !== '') yield row;
  }
}

/** The place of the quote that ends a field; -1 when there is none. */
function endOfQuoted(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 2)) {
    if (text[end + 1] !== '"') return end;
  }
  return -1;
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

/** What spreadsheets take for a formula, also after blanks; and what looks as if {@link csvRow} had written it. */
const FORMULA = /^'*\s*[=+\-@\t\r＝＋－＠]/u;

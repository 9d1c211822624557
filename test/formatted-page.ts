import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';

const SETTINGS = new URL('../.oxfmtrc.json', import.meta.url);

/** A page of Markdown that a test has written in part, as `npm run format` leaves it. */
export async function formattedPage(text: string): Promise<string> {
  const { printWidth, singleQuote } = JSON.parse(readFileSync(SETTINGS, 'utf8')) as FormatConfig;
  const { code, errors } = await format('page.md', text, { printWidth, singleQuote });
  expect(errors).toEqual([]);
  return code;
}

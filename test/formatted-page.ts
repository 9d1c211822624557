import { format } from 'oxfmt';

/** A page of Markdown that a test has written in part, as `npm run format` leaves it. */
export async function formattedPage(text: string): Promise<string> {
  const { code, errors } = await format('page.md', text, { printWidth: 120, singleQuote: true });
  expect(errors).toEqual([]);
  return code;
}

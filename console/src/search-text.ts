/**
 * Search parameters of addresses are plain texts, so that people can read and change them. Each route says in
 * `validateSearch` which it has.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The reverse of {@link parseSearch}; what is empty is left out. */
export function toSearchText(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** A search parameter as it was given; undefined when it is missing or empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A search parameter that is one of a few words; undefined when it is none of them. */
export function oneOf<const Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

/** The values of a filter that has commas between them. */
export function wordsOf(text: string | undefined): string[] | undefined {
  const words = text?.split(',').filter((word) => word !== '');
  return words?.length ? words : undefined;
}

/** The page that an address names, from 1 on. */
export function pageOf(page: unknown): number {
  const number = Number(page);
  return Number.isInteger(number) && number > 1 ? number : 1;
}

import { readFileSync } from 'node:fs';

const PAGE = 'ARCHITECTURE.md';
const SECTION = '## Two ways, function by function';

interface Place {
  file: string;
  functions: string[];
}

/** The ways of the page: each is a numbered list of files with their functions. */
function waysOf(page: string): Place[][] {
  const [section = ''] = page.slice(page.indexOf(SECTION)).split(/\n## /);
  const places = section.split(/\n(?=\d+\. )/).slice(1);
  const ways: Place[][] = [];
  for (const place of places) {
    if (place.startsWith('1. ')) ways.push([]);
    const [file = '', ...functions] = [...place.split('\n\n')[0]!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
    ways.at(-1)!.push({ file, functions });
  }
  return ways;
}

/** Whether the text declares a function, or the method of a class. */
function declares(text: string, name: string): boolean {
  const [first = '', method] = name.split('.');
  if (method === undefined) return new RegExp(`^(export )?(async )?function ${first}\\b`, 'm').test(text);
  const [, body = ''] = text.split(new RegExp(`\\bclass ${first}\\b`));
  return new RegExp(`^  (private |override )?(async )?${method}[(<]`, 'm').test(body);
}

const ways = waysOf(readFileSync(PAGE, 'utf8'));

describe('the two ways', () => {
  it('are both on the page', () => {
    expect(ways).toHaveLength(2);
  });

  it.each(ways.flat().map(({ file, functions }) => [file, functions] as const))(
    '%s has its functions',
    (file, names) => {
      const text = readFileSync(file, 'utf8');
      expect(names.filter((name) => !declares(text, name))).toEqual([]);
      expect(names).not.toEqual([]);
    },
  );

  // A way that becomes longer takes longer to learn: find the hop that only hands on before you raise a number.
  it.each([
    ['from a trigger to the socket', 0, 49, 29],
    ['from a failure to sending again', 1, 45, 26],
  ])('%s: no more functions and files than today', (_name, way, functions, files) => {
    const places = ways[way]!;
    expect(places.flatMap((place) => place.functions).length).toBeLessThanOrEqual(functions);
    expect(new Set(places.map(({ file }) => file)).size).toBeLessThanOrEqual(files);
  });
});

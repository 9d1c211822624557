const TAGS = /\{\{[^]*?\}\}|\{%[^]*?%\}/g;
const KEY = /(?<![\w.'"])t\.([\w-]+(?:\.[\w-]+)*)/g;

/** The keys of translated texts that templates in control values print, in order: of `{{ t.title }}` it is `title`. */
export function textKeys(controlValues: Readonly<Record<string, unknown>>): string[] {
  const tags = JSON.stringify(controlValues).match(TAGS) ?? [];
  return [...new Set(tags.flatMap((tag) => [...tag.matchAll(KEY)].map(([, key]) => key ?? '')))];
}

/** The text at a key such as `greeting.morning`; undefined where there is none. */
export function textAt(texts: Readonly<Record<string, unknown>>, key: string): string | undefined {
  let place: unknown = texts;
  for (const name of key.split('.'))
    place = typeof place === 'object' && place !== null ? (place as Record<string, unknown>)[name] : undefined;
  return typeof place === 'string' ? place : undefined;
}

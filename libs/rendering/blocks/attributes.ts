/** The attributes of a node or a mark, as an editor wrote them. */
export type Attributes = Readonly<Record<string, unknown>>;

/** A number, or a text of one with or without `px`, limited to a range; `fallback` for anything else. */
export function numberOf(value: unknown, fallback: number, max = 600): number {
  const number = typeof value === 'string' && /^\s*-?\d+(\.\d+)?(px)?\s*$/.test(value) ? parseFloat(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return fallback;
  return Math.round(Math.min(Math.max(number, 0), max) * 100) / 100;
}

const COLOUR = /^(?:#[\da-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl)a?\([\d\s.,%/]{1,40}\))$/i;

/** A colour as CSS writes it; `fallback` for anything else. */
export function colourOf(value: unknown, fallback: string): string {
  const text = typeof value === 'string' ? value.trim() : '';
  return COLOUR.test(text) ? text : fallback;
}

/** One of some words; the first for anything else. */
export function choiceOf<T extends string>(value: unknown, ...choices: [T, ...T[]]): T {
  return choices.find((choice) => choice === value) ?? choices[0];
}

/** The text of an attribute; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Four sides, as `padding` writes them. */
export function sidesOf(attrs: Attributes, name: 'padding' | 'margin', fallback: readonly number[]): string {
  return ['Top', 'Right', 'Bottom', 'Left']
    .map((side, index) => `${numberOf(attrs[`${name}${side}`], fallback[index] ?? 0, 100)}px`)
    .join(' ');
}

/** Whether a flag is set. */
export function isSet(value: unknown): boolean {
  return value === true || value === 'true';
}

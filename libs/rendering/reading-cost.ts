/** What a tag or a line in one takes, apart from its characters. */
const STEPS_PER_TAG = 25;

/**
 * Steps of about half a microsecond that reading a template takes, as an estimate that is itself cheap: what stands in
 * tags and outputs counts, the text around them hardly does.
 */
export function readingCost(text: string): number {
  let steps = text.length / 256;
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    const kind = text[at + 1];
    if (kind !== '{' && kind !== '%') continue;
    const close = text.indexOf('}', at + 2);
    const end = close === -1 ? text.length : close;
    steps += STEPS_PER_TAG + (end - at) + STEPS_PER_TAG * linesIn(text, at, end);
    at = end;
  }
  return steps;
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Finding out what a template names takes that many times as long as reading it. */
const ANALYSIS = 3;

/** Steps that finding out what all templates in a value name takes, however they are nested. */
export function analysisCost(value: unknown): number {
  if (typeof value === 'string') return readingCost(value) * ANALYSIS;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, entry) => sum + analysisCost(entry), 0);
}

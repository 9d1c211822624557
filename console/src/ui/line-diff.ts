/** A line of two compared texts. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** A line, or in place of many equal ones how many there are. */
export type ShownLine = DiffLine | { kind: 'left-out'; count: number };

/** Time and memory grow with the product of the lines that differ. Beyond this number, all of them count as changed. */
const MAX_PRODUCT = 4_000_000;

/** Compares two texts line by line: what is removed stands before what takes its place. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    ...as('same', old.slice(0, start)),
    ...diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...as('same', end === 0 ? [] : old.slice(-end)),
  ];
}

/** Leaves out equal lines that are further than `context` lines from a changed one. */
export function shorten(lines: readonly DiffLine[], context = 3): ShownLine[] {
  const near = new Set<number>();
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let other = index - context; other <= index + context; other += 1) near.add(other);
  }
  const shown: ShownLine[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (near.has(index)) shown.push(line);
    else if (last?.kind === 'left-out') last.count += 1;
    else shown.push({ kind: 'left-out', count: 1 });
  }
  return shown;
}

/** By the longest common subsequence. */
function diffMiddle(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > MAX_PRODUCT) return [...as('removed', old), ...as('added', now)];
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        old[i] === now[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i]! });
      i += 1;
      j += 1;
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) {
      lines.push({ kind: 'removed', text: old[i]! });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: now[j]! });
      j += 1;
    }
  }
  return [...lines, ...as('removed', old.slice(i)), ...as('added', now.slice(j))];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function as(kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ kind, text }));
}

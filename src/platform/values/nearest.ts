/** Longer names are not compared: the comparison takes as many steps as the product of both lengths. */
const MAX_NAME_LENGTH = 100;

/**
 * The candidate that was probably meant by a misspelt `name`: the one with the fewest letters added, left out, replaced or
 * swapped with their neighbour, ignoring case; the first one if several are equally near. Undefined when all differ in more
 * than a third of the letters or in more than `maxEdits`, and for very long names.
 */
export function nearest(name: string, candidates: Iterable<string>, maxEdits = 3): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  let found: string | undefined;
  // One edit is allowed in short names, too; with more, unrelated names would be suggested.
  let allowed = Math.min(maxEdits, Math.max(1, Math.floor(name.length / 3)));
  const wanted = name.toLowerCase();
  for (const candidate of candidates) {
    // The length alone rules out most candidates, and all very long ones.
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits > allowed) continue;
    found = candidate;
    if (edits === 0) break;
    allowed = edits - 1;
  }
  return found;
}

/** A sentence to append to an error message, or an empty text: ` Did you mean 'welcome'?`. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const found = nearest(name, candidates);
  return found === undefined ? '' : ` Did you mean '${found}'?`;
}

// Optimal string alignment: Levenshtein distance, with a swap of neighbours as one edit.
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          last[column]! + 1,
          current[column - 1]! + 1,
          last[column - 1]! + (isSame ? 0 : 1),
          ...(isSwap ? [beforeLast[column - 2]! + 1] : []),
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length]!;
}

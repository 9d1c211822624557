/** What is longer is not compared, which takes as many steps as the product of both lengths. */
const MAX_NAME_LENGTH = 100;

/**
 * The candidate that somebody probably meant who wrote `name`: the one with the fewest letters added, left out, replaced
 * or swapped with their neighbour, whatever the case of letters. Undefined when all differ in more than a third of the
 * letters, or in more than `mostEdits`, and for very long names. Of several that are equally near the first.
 */
export function nearest(name: string, candidates: Iterable<string>, mostEdits = 3): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  let found: string | undefined;
  // One edit is a slip in a short name, too; more of them would suggest what has nothing to do with it.
  let most = Math.min(mostEdits, Math.max(1, Math.floor(name.length / 3)));
  const wanted = name.toLowerCase();
  for (const candidate of candidates) {
    // Lengths alone rule out most; what is left is short enough to compare.
    if (Math.abs(candidate.length - name.length) > most) continue;
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits > most) continue;
    found = candidate;
    if (edits === 0) break;
    most = edits - 1;
  }
  return found;
}

/** A sentence to append to an error message, or nothing: ` Did you mean 'welcome'?`. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const found = nearest(name, candidates);
  return found === undefined ? '' : ` Did you mean '${found}'?`;
}

// Optimal string alignment: the distance of Levenshtein, with a swap of neighbours as one edit.
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

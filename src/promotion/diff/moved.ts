/**
 * Which of the items have moved between two orders of the same ids: the fewest whose removal leaves the rest in the
 * same order. An item that only gave way to a new one has not moved.
 */
export function movedIds(before: readonly string[], after: readonly string[]): Set<string> {
  const positions = new Map(before.map((id, index) => [id, index]));
  const common = after.filter((id) => positions.has(id));
  const staying = longestRising(common.map((id) => positions.get(id)!));
  return new Set(common.filter((_id, index) => !staying.has(index)));
}

/** Indexes of a longest rising subsequence; a workflow has few steps, so the plain way will do. */
function longestRising(values: readonly number[]): Set<number> {
  const chains: number[][] = [];
  for (const [index, value] of values.entries()) {
    let longest: number[] = [];
    for (const chain of chains) {
      if (chain.length > longest.length && values[chain.at(-1)!]! < value) longest = chain;
    }
    chains.push([...longest, index]);
  }
  const best = chains.reduce((one, other) => (other.length > one.length ? other : one), []);
  return new Set(best);
}

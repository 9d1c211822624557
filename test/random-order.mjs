/**
 * An order of test files by chance: `--testSequencer=./test/random-order.mjs`. TEST_SEED says which; the same seed gives
 * the same order, so that a failure can be looked at again.
 */
export default class RandomOrder {
  constructor() {
    this.seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000);
    process.stderr.write(`Test files in the order of TEST_SEED=${this.seed}\n`);
  }

  sort(tests) {
    const order = [...tests].sort((a, b) => (a.path < b.path ? -1 : 1));
    const random = generator(this.seed);
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }

  shard(tests) {
    return tests;
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}

/** Numbers from 0 to 1 by chance, the same ones for the same seed (mulberry32). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

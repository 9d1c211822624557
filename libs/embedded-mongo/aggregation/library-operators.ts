import { createRequire } from 'node:module';

interface LibraryOperators {
  readonly accumulator: typeof import('mingo/operators/accumulator');
  readonly expression: typeof import('mingo/operators/expression');
  readonly pipeline: typeof import('mingo/operators/pipeline');
  readonly projection: typeof import('mingo/operators/projection');
  readonly query: typeof import('mingo/operators/query');
  readonly window: typeof import('mingo/operators/window');
}

const require = createRequire(import.meta.url);
let loaded: LibraryOperators | undefined;

/**
 * The aggregation library's operators, loaded on first use: they are most of the files that the store loads, and many
 * programs never aggregate.
 */
export function libraryOperators(): LibraryOperators {
  loaded ??= {
    accumulator: require('mingo/operators/accumulator') as LibraryOperators['accumulator'],
    expression: require('mingo/operators/expression') as LibraryOperators['expression'],
    pipeline: require('mingo/operators/pipeline') as LibraryOperators['pipeline'],
    projection: require('mingo/operators/projection') as LibraryOperators['projection'],
    query: require('mingo/operators/query') as LibraryOperators['query'],
    window: require('mingo/operators/window') as LibraryOperators['window'],
  };
  return loaded;
}

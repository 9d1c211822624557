import { Context } from 'mingo/core';
import { libraryOperators } from './library-operators.js';
import { comparisonOperators } from './operators/comparison.js';
import { dateOperators } from './operators/date.js';
import { datePartOperators } from './operators/date-parts.js';
import { regexOperators } from './operators/regex.js';
import { stringOperators } from './operators/string.js';
import { summaryOperators } from './operators/summary.js';
import { typeOperators } from './operators/type.js';

/** Operators that run code sent by a client. The store never does. */
const SCRIPTS = new Set(['$function', '$where', '$accumulator']);

function withoutScripts<Operators extends object>(operators: Operators): Operators {
  return Object.fromEntries(
    Object.entries(operators).filter(([name]) => name.startsWith('$') && !SCRIPTS.has(name)),
  ) as Operators;
}

let context: Context | undefined;

/** All operators of the aggregation library, with ours in place of those that differ from MongoDB. */
export function mingoContext(): Context {
  context ??= makeContext();
  return context;
}

function makeContext(): Context {
  const { accumulator, expression, pipeline, projection, query, window } = libraryOperators();
  return Context.init({
    accumulator: withoutScripts(accumulator),
    expression: {
      ...withoutScripts(expression),
      ...comparisonOperators,
      ...stringOperators,
      ...typeOperators,
      ...dateOperators,
      ...datePartOperators,
      ...regexOperators,
      ...summaryOperators,
    },
    pipeline: withoutScripts(pipeline),
    projection: withoutScripts(projection),
    query: withoutScripts(query),
    window: withoutScripts(window),
  });
}

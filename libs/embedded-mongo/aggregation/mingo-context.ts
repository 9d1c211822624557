import { Context } from 'mingo/core';
import * as accumulatorOperators from 'mingo/operators/accumulator';
import * as expressionOperators from 'mingo/operators/expression';
import * as pipelineOperators from 'mingo/operators/pipeline';
import * as projectionOperators from 'mingo/operators/projection';
import * as queryOperators from 'mingo/operators/query';
import * as windowOperators from 'mingo/operators/window';
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

/** All operators of the aggregation library, with ours in place of those that differ from MongoDB. */
export const mingoContext = Context.init({
  accumulator: withoutScripts(accumulatorOperators),
  expression: {
    ...withoutScripts(expressionOperators),
    ...comparisonOperators,
    ...stringOperators,
    ...typeOperators,
    ...dateOperators,
    ...datePartOperators,
    ...regexOperators,
    ...summaryOperators,
  },
  pipeline: withoutScripts(pipelineOperators),
  projection: withoutScripts(projectionOperators),
  query: withoutScripts(queryOperators),
  window: withoutScripts(windowOperators),
});

import { ProcessingMode, evalExpr } from 'mingo/core';
import type { Options } from 'mingo/types';
import { toDocument, toJs } from '../bson/convert.js';
import type { RawValue } from '../bson/raw-value.js';
import { CommandError } from '../errors/command-error.js';
import { mingoContext } from './mingo-context.js';

/** Settings every use of the aggregation library shares: no scripts, errors instead of silent nulls. */
export function mingoOptions(variables: Readonly<Record<string, unknown>>): Options {
  return {
    idKey: '_id',
    processingMode: ProcessingMode.CLONE_OFF,
    useStrictMode: true,
    scriptEnabled: false,
    failOnError: true,
    variables,
    context: mingoContext(),
  };
}

/** Turns an error of the aggregation library into one that is answered with MongoDB's code. */
export function translateMingoError(error: unknown): unknown {
  if (error instanceof CommandError || !(error instanceof Error)) return error;
  const unknownOperator =
    /(?:accumulator|operator) '?(\$\w+)'? is not registered|unregistered pipeline operator (\$\w+)/.exec(error.message);
  if (unknownOperator) {
    const [, operator, stage] = unknownOperator;
    if (stage) return new CommandError(40324, `Unrecognized pipeline stage name: '${stage}'`);
    return new CommandError(168, `Unrecognized expression '${operator}'`);
  }
  if (error.constructor.name === 'MingoError') return new CommandError(2, error.message);
  if (error instanceof TypeError || error instanceof RangeError)
    return new CommandError(2, `expression failed: ${error.message}`);
  return error;
}

/** Prepares an aggregation expression; the result computes it on a document. Missing results are `undefined`. */
export function compileExpression(
  expression: RawValue,
  variables: Readonly<Record<string, unknown>>,
): (document: RawValue) => unknown {
  const decoded = toJs(expression);
  const options = mingoOptions(variables);
  return (document) => {
    try {
      return evalExpr(toDocument(document.slice()), decoded, options);
    } catch (error) {
      throw translateMingoError(error);
    }
  };
}

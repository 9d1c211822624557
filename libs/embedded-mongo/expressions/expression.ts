import { evalExpr, ProcessingMode } from 'mingo/core';
import type { Options } from 'mingo/types';
import { fromJs, toDocument, toJs } from '../bson/convert.js';
import { BsonType } from '../bson/bson-type.js';
import { BsonWriter } from '../bson/bson-writer.js';
import { fieldPath } from '../bson/field-path.js';
import { documentValue, fieldsOf, findField, type RawValue } from '../bson/raw-value.js';
import { CommandError } from '../errors.js';
import { servedOperators } from './operators.js';

/** Values of `let`, by name. */
export type Variables = Readonly<Record<string, unknown>>;

/**
 * Compiles an aggregation expression into a function that computes it on a document. Missing results are `undefined`.
 */
export function compileExpression(expression: RawValue, variables: Variables): (document: RawValue) => unknown {
  const decoded = toJs(expression);
  // No scripts, and errors instead of silent nulls.
  const options: Options = {
    idKey: '_id',
    processingMode: ProcessingMode.CLONE_OFF,
    useStrictMode: true,
    scriptEnabled: false,
    failOnError: true,
    variables,
    context: servedOperators(),
  };
  return (document) => {
    try {
      return evalExpr(toDocument(document.slice()), decoded, options);
    } catch (error) {
      throw translateMingoError(error);
    }
  };
}

/** Computes a value from a document; undefined when the result is missing. */
export type RawExpression = (document: RawValue) => RawValue | undefined;

/**
 * Compiles an expression whose result is a BSON value. Copied values keep their exact type: constants and plain field
 * paths bypass the aggregation library, which has only one type of number.
 */
export function compileRawExpression(expression: RawValue, variables: Variables): RawExpression {
  if (isConstant(expression)) return () => expression;
  if (expression.type === BsonType.String) {
    const text = expression.text();
    if (text === '$$ROOT' || text === '$$CURRENT') return (document) => document;
    if (text === '$$REMOVE') return () => undefined;
    if (/^\$[^$]/.test(text)) return copyOf(expression, text.slice(1), variables);
  }
  const [operator, operand] = (expression.isDocument ? fieldsOf(expression)[0] : undefined) ?? [];
  if (operator === '$literal' && operand) return () => operand;
  if (expression.isDocument && !operator?.startsWith('$')) return composedDocument(expression, variables);
  return computed(expression, variables);
}

/** A document whose fields are expressions; fields with a missing result are left out. */
function composedDocument(expression: RawValue, variables: Variables): RawExpression {
  const fields = fieldsOf(expression).map(([name, value]) => [name, compileRawExpression(value, variables)] as const);
  return (document) => {
    const writer = new BsonWriter();
    const mark = writer.begin();
    for (const [name, evaluate] of fields) {
      const value = evaluate(document);
      if (value) writer.field(name, value);
    }
    writer.end(mark);
    return documentValue(writer.toBuffer());
  };
}

function isConstant(expression: RawValue): boolean {
  if (expression.type === BsonType.String) return !expression.text().startsWith('$');
  return !expression.isDocument && !expression.isArray;
}

function computed(expression: RawValue, variables: Variables): RawExpression {
  const evaluate = compileExpression(expression, variables);
  return (document) => {
    const result = evaluate(document);
    return result === undefined ? undefined : fromJs(result);
  };
}

/** A field path. Paths through arrays follow the library's rules; other values are copied. */
function copyOf(expression: RawValue, path: string, variables: Variables): RawExpression {
  const { names } = fieldPath(path);
  const general = computed(expression, variables);
  return (document) => {
    let value: RawValue | undefined = document;
    for (const name of names) {
      if (value.type === BsonType.Array) return general(document);
      value = value.type === BsonType.Object ? findField(value, name) : undefined;
      if (!value) return undefined;
    }
    return value;
  };
}

/** Turns an error of the aggregation library into a CommandError with MongoDB's code. */
export function translateMingoError(error: unknown): unknown {
  if (error instanceof CommandError || !(error instanceof Error)) return error;
  const [, unknown] = /(?:accumulator|operator) '?(\$\w+)'? is not registered/.exec(error.message) ?? [];
  if (unknown) return new CommandError(168, `Unrecognized expression '${unknown}'`);
  if (error.constructor.name === 'MingoError') return new CommandError(2, error.message);
  if (error instanceof TypeError || error instanceof RangeError)
    return new CommandError(2, `expression failed: ${error.message}`);
  return error;
}

import { BsonType } from '../bson/bson-type.js';
import { BsonWriter } from '../bson/bson-writer.js';
import { fromJs } from '../bson/convert.js';
import { fieldPath } from '../bson/field-path.js';
import { documentValue, fieldsOf, findField, type RawValue } from '../bson/raw-value.js';
import type { Variables } from '../query/parse-filter.js';
import { compileExpression } from './expression.js';

/** Computes a value from a document; undefined when the result is missing. */
export type RawExpression = (document: RawValue) => RawValue | undefined;

/**
 * Prepares an expression whose result is a stored value. What is only copied keeps its exact type: constants and plain
 * field paths do not go through the aggregation library, which knows one kind of number.
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

/** A document made of expressions; fields whose result is missing are left out. */
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

/** A field path; through arrays it needs the library's rules, elsewhere the value is copied. */
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

import { BsonType } from '../../bson/bson-type.js';
import { fromDocument, fromJs } from '../../bson/convert.js';
import { fieldPath } from '../../bson/field-path.js';
import { documentValue, elementsOf, fieldsOf, findField, type RawValue } from '../../bson/raw-value.js';
import { CommandError } from '../../errors.js';
import { parseSort, sortKey } from '../../ordering/sort-key.js';
import { matches } from '../../query/match.js';
import { parseFilter } from '../../query/parse-filter.js';
import type { Variables } from '../../expressions/expression.js';
import { ObjectNode, encodeTree } from '../../updates/update-tree.js';
import { removeAt, setAt } from '../../updates/update-path.js';
import { Int32, Long } from 'bson';
import { collectingStage, expandingStage, generatedStage, pull, type Stage } from './stage.js';

/** `$match`. */
export function matchStage(operand: RawValue, variables: Variables): Stage {
  if (!operand.isDocument) throw new CommandError(15959, 'the match filter must be an expression in an object');
  const filter = parseFilter(operand, variables);
  return expandingStage((document) => (matches(filter, document) ? [document.slice()] : []));
}

/** The number of a `$limit` or `$skip`. */
export function stageCount(name: string, operand: RawValue): number {
  const number = operand.isNumber ? operand.number() : Number.NaN;
  const minimum = name === '$limit' ? 1 : 0;
  if (!Number.isInteger(number) || number < minimum) {
    const code = name === '$limit' ? 15958 : 15956;
    throw new CommandError(
      code,
      `invalid argument to ${name} stage: expected a ${minimum ? 'positive' : 'non-negative'} integer`,
    );
  }
  return number;
}

/** `$limit`. */
export function limitStage(limit: number): Stage {
  return generatedStage(function* (input) {
    for (let count = 0; count < limit; count++) {
      const document = yield* pull(input);
      if (!document) return;
      yield document;
    }
  });
}

/** `$skip`. */
export function skipStage(skip: number): Stage {
  return generatedStage(function* (input) {
    for (let count = 0; ; count++) {
      const document = yield* pull(input);
      if (!document) return;
      if (count >= skip) yield document;
    }
  });
}

/** `$sort`. Equal documents keep their order. */
export function sortStage(operand: RawValue): Stage {
  const fields = parseSort(operand);
  if (fields.length === 0) throw new CommandError(15976, '$sort stage must have at least one sort key');
  return collectingStage((documents) =>
    documents
      .map((document) => ({ document, key: sortKey(documentValue(document), fields) }))
      .sort((a, b) => a.key.compare(b.key))
      .map(({ document }) => document),
  );
}

/** `$count`. */
export function countStage(operand: RawValue): Stage {
  const name = countField(operand);
  return generatedStage(function* (input) {
    let count = 0;
    while (yield* pull(input)) count++;
    if (count > 0) yield fromDocument({ [name]: new Int32(count) });
  });
}

/** The field name in a `$count`. */
export function countField(operand: RawValue): string {
  const name = operand.type === BsonType.String ? operand.text() : '';
  if (name === '' || name.startsWith('$') || name.includes('.')) {
    throw new CommandError(40156, 'the count field must be a non-empty string without $ in front and without dots');
  }
  return name;
}

/** `$unwind`. */
export function unwindStage(operand: RawValue): Stage {
  const options = operand.isDocument ? new Map(fieldsOf(operand)) : new Map([['path', operand]]);
  const path = options.get('path');
  if (path?.type !== BsonType.String || !path.text().startsWith('$') || path.text().length < 2) {
    throw new CommandError(28818, "path option to $unwind stage should be prefixed with a '$'");
  }
  const keepsEmpty = options.get('preserveNullAndEmptyArrays')?.boolean() ?? false;
  const indexField = options.get('includeArrayIndex')?.text();
  const { parts, names } = fieldPath(path.text().slice(1));
  const withElement = (document: RawValue, element: RawValue | undefined, index: number | undefined): Buffer => {
    const root = ObjectNode.from(document);
    if (element) setAt(root, parts, element, NULL);
    if (indexField)
      setAt(root, indexField.split('.'), index === undefined ? NULL : fromJs(Long.fromNumber(index)), NULL);
    return encodeTree(root);
  };
  return expandingStage((document) => {
    let value: RawValue | undefined = document;
    for (const name of names) value = value?.type === BsonType.Object ? findField(value, name) : undefined;
    if (value?.isArray) {
      const elements = elementsOf(value);
      if (elements.length > 0) return elements.map((element, i) => withElement(document, element, i));
      return keepsEmpty ? [withoutPath(document, parts, indexField)] : [];
    }
    if (!value || value.type === BsonType.Null || value.type === BsonType.Undefined) {
      return keepsEmpty ? [withElement(document, undefined, undefined)] : [];
    }
    return [withElement(document, undefined, undefined)];
  });
}

const NULL = fromJs(null);

function withoutPath(document: RawValue, parts: readonly string[], indexField: string | undefined): Buffer {
  const root = ObjectNode.from(document);
  removeAt(root, [...parts], NULL);
  if (indexField) setAt(root, indexField.split('.'), NULL, NULL);
  return encodeTree(root);
}

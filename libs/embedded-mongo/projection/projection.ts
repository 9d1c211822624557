import { BsonType } from '../bson/bson-type.js';
import { BsonWriter } from '../bson/bson-writer.js';
import { ElementReader, documentValue, elementsOf, findField, type RawValue } from '../bson/raw-value.js';
import { CommandError } from '../errors.js';
import { MATCH_ALL, type Filter } from '../query/filter.js';
import { matches, matchesValue } from '../query/match.js';
import type { Variables } from '../expressions/expression.js';
import { matchedPosition } from '../query/matched-position.js';
import { parseProjection, type FieldRule, type ProjectionKind, type Rule } from './projection-tree.js';

/** Returns the projection of a document. */
export type Projection = (document: RawValue) => Buffer;

/**
 * Compiles a projection. Included values are copied byte for byte; only computed values are encoded. `filter` is the
 * filter of the query, for the positional `$`.
 */
export function compileProjection(
  specification: RawValue,
  variables: Variables,
  kind: ProjectionKind = 'aggregate',
  filter: Filter = MATCH_ALL,
): Projection {
  const { fields, keepsOthers } = parseProjection(specification, variables, kind);
  return (document) => {
    const writer = new BsonWriter(document.end - document.start + 64);
    const projecting: Projecting = { writer, root: document, filter, keepsOthers };
    const mark = writer.begin();
    writeFields(projecting, document, fields);
    writer.end(mark);
    return writer.toBuffer();
  };
}

interface Projecting {
  readonly writer: BsonWriter;
  readonly root: RawValue;
  readonly filter: Filter;
  readonly keepsOthers: boolean;
}

function writeFields(projecting: Projecting, document: RawValue, fields: readonly FieldRule[]): void {
  const { writer, keepsOthers } = projecting;
  const reader = new ElementReader(document.bytes, document.start);
  const done = new Set<FieldRule>();
  while (reader.next()) {
    const field = fields.find(({ name }) => reader.nameIs(name));
    if (!field) {
      if (keepsOthers) writer.copy(reader.bytes, reader.nameStart - 1, reader.valueEnd);
      continue;
    }
    if (field.rule.kind === 'compute' || field.rule.kind === 'elemMatch') continue;
    done.add(field);
    if (field.rule.kind === 'include') writer.copy(reader.bytes, reader.nameStart - 1, reader.valueEnd);
    else writeRule(projecting, field, reader.value());
  }
  for (const field of fields) {
    if (field.rule.kind === 'compute') {
      const value = field.rule.expression(projecting.root);
      if (value) writer.field(field.text, value);
    } else if (field.rule.kind === 'elemMatch') {
      writeElemMatch(writer, field, field.rule, document);
    } else if (field.rule.kind === 'inside' && !done.has(field) && hasComputed(field.rule.fields)) {
      const mark = writer.beginField(BsonType.Object, field.text);
      writeFields({ ...projecting, keepsOthers: false }, EMPTY, field.rule.fields);
      writer.end(mark);
    }
  }
}

const EMPTY = documentValue(Buffer.of(5, 0, 0, 0, 0));

function hasComputed(fields: readonly FieldRule[]): boolean {
  return fields.some(({ rule }) => rule.kind === 'compute' || (rule.kind === 'inside' && hasComputed(rule.fields)));
}

function writeRule(projecting: Projecting, field: FieldRule, value: RawValue): void {
  const { writer } = projecting;
  switch (field.rule.kind) {
    case 'inside':
      writeInside(projecting, field.text, field.rule.fields, value);
      break;
    case 'slice':
      if (value.isArray) writeArray(writer, field.text, sliced(elementsOf(value), field.rule));
      else writer.field(field.text, value);
      break;
    case 'position': {
      if (!value.isArray) {
        writer.field(field.text, value);
        break;
      }
      const position = matchedPosition(projecting.filter, projecting.root, field.text);
      if (position === undefined) {
        throw new CommandError(
          51246,
          `Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array`,
        );
      }
      writeArray(writer, field.text, elementsOf(value).slice(position, position + 1));
      break;
    }
    case 'exclude':
    case 'include':
    case 'compute':
    case 'elemMatch':
      break;
  }
}

function writeInside(projecting: Projecting, name: string, fields: readonly FieldRule[], value: RawValue): void {
  const { writer, keepsOthers } = projecting;
  if (value.isDocument) {
    const mark = writer.beginField(BsonType.Object, name);
    writeFields(projecting, value, fields);
    writer.end(mark);
  } else if (value.isArray) {
    const mark = writer.beginField(BsonType.Array, name);
    let position = 0;
    for (const element of elementsOf(value)) {
      if (element.isDocument || element.isArray) writeInside(projecting, String(position++), fields, element);
      else if (keepsOthers) writer.field(String(position++), element);
    }
    writer.end(mark);
  } else if (keepsOthers) {
    writer.field(name, value);
  } else if (hasComputed(fields)) {
    const mark = writer.beginField(BsonType.Object, name);
    writeFields(projecting, EMPTY, fields);
    writer.end(mark);
  }
}

function writeElemMatch(
  writer: BsonWriter,
  field: FieldRule,
  rule: Rule & { kind: 'elemMatch' },
  document: RawValue,
): void {
  const array = findField(document, field.name);
  if (!array?.isArray) return;
  const found = elementsOf(array).find((element) =>
    rule.values ? matchesValue(rule.filter, element) : element.isDocument && matches(rule.filter, element),
  );
  if (found) writeArray(writer, field.text, [found]);
}

function writeArray(writer: BsonWriter, name: string, elements: readonly RawValue[]): void {
  const mark = writer.beginField(BsonType.Array, name);
  for (const [i, element] of elements.entries()) writer.field(String(i), element);
  writer.end(mark);
}

function sliced(elements: readonly RawValue[], { skip, limit }: Rule & { kind: 'slice' }): readonly RawValue[] {
  if (skip === undefined) return limit < 0 ? elements.slice(limit) : elements.slice(0, limit);
  const start = skip < 0 ? Math.max(elements.length + skip, 0) : skip;
  return elements.slice(start, start + limit);
}

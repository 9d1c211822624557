import { compileRawExpression, type RawExpression, type Variables } from '../expressions/expression.js';
import { BsonType } from '../bson/bson-type.js';
import { BsonWriter } from '../bson/bson-writer.js';
import { documentValue, elementsOf, fieldsOf, isEmptyContainer, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import type { Filter } from '../query/filter.js';
import { parseFilter } from '../query/parse-filter.js';
import { isOperatorObject } from '../query/parse-predicate.js';

/** The effect of a projection on one field. */
export type Rule =
  | { readonly kind: 'include' }
  | { readonly kind: 'exclude' }
  | { readonly kind: 'inside'; readonly fields: FieldRule[] }
  | { readonly kind: 'compute'; readonly expression: RawExpression }
  | { readonly kind: 'slice'; readonly skip: number | undefined; readonly limit: number }
  | { readonly kind: 'elemMatch'; readonly filter: Filter; readonly values: boolean }
  | { readonly kind: 'position' };

export interface FieldRule {
  readonly text: string;
  readonly name: Buffer;
  rule: Rule;
}

/** A parsed projection: the rules of named fields, and whether the others are kept. */
export interface ProjectionTree {
  readonly fields: FieldRule[];
  readonly keepsOthers: boolean;
}

/** Projections of `find` and of `aggregate` differ in a few operators. */
export type ProjectionKind = 'find' | 'aggregate';

/** Parses a projection document. */
export function parseProjection(specification: RawValue, variables: Variables, kind: ProjectionKind): ProjectionTree {
  if (!specification.isDocument) throw new CommandError(ErrorCode.TypeMismatch, 'a projection must be an object');
  if (kind === 'aggregate' && isEmptyContainer(specification)) {
    throw new CommandError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  const fields: FieldRule[] = [];
  const modes = new Modes();
  for (const [path, value] of fieldsOf(specification)) addRule(fields, path, path, value, { variables, kind, modes });
  const keepsOthers = !modes.including();
  if (!keepsOthers && !fields.some((field) => field.text === '_id')) {
    fields.unshift({ text: '_id', name: Buffer.from('_id'), rule: { kind: 'include' } });
  }
  return { fields, keepsOthers };
}

/** Determines whether a projection includes or excludes fields; it may not do both, except for `_id`. */
class Modes {
  private mode: 'include' | 'exclude' | undefined;
  private idMode: 'include' | 'exclude' | undefined;

  note(mode: 'include' | 'exclude', path: string): void {
    if (path === '_id') {
      this.idMode = mode;
      return;
    }
    if (this.mode !== undefined && this.mode !== mode) {
      if (mode === 'exclude') {
        throw new CommandError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
      }
      throw new CommandError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
    }
    this.mode = mode;
  }

  including(): boolean {
    return (this.mode ?? this.idMode) === 'include';
  }
}

interface Parsing {
  readonly variables: Variables;
  readonly kind: ProjectionKind;
  readonly modes: Modes;
}

function addRule(fields: FieldRule[], full: string, path: string, value: RawValue, parsing: Parsing): void {
  const [first = '', ...rest] = path.split('.');
  if (first === '') throw new CommandError(40352, 'FieldPath cannot be constructed with empty string');
  if (parsing.kind === 'find' && rest.length === 1 && rest[0] === '$') {
    parsing.modes.note('include', full);
    insert(fields, first, { kind: 'position' }, full);
    return;
  }
  if (first.startsWith('$')) {
    throw new CommandError(
      16410,
      `FieldPath field names may not start with '$'. Consider using $getField or $setField: '${full}'.`,
    );
  }
  if (rest.length > 0) {
    addRule(inside(fields, first, full), full, rest.join('.'), value, parsing);
    return;
  }
  if (value.isDocument && !isOperatorObject(value) && !isEmptyContainer(value)) {
    const nested = inside(fields, first, full);
    for (const [name, inner] of fieldsOf(value)) addRule(nested, `${full}.${name}`, name, inner, parsing);
    return;
  }
  insert(fields, first, ruleOf(full, value, parsing), full);
}

function inside(fields: FieldRule[], name: string, full: string): FieldRule[] {
  const known = fields.find((field) => field.text === name);
  if (known?.rule.kind === 'inside') return known.rule.fields;
  const nested: FieldRule[] = [];
  insert(fields, name, { kind: 'inside', fields: nested }, full);
  return nested;
}

function insert(fields: FieldRule[], name: string, rule: Rule, full: string): void {
  if (fields.some((field) => field.text === name)) throw new CommandError(31249, `Path collision at ${full}`);
  fields.push({ text: name, name: Buffer.from(name), rule });
}

function ruleOf(path: string, value: RawValue, { variables, kind, modes }: Parsing): Rule {
  if (value.isNumber || value.type === BsonType.Boolean) {
    const includes = value.type === BsonType.Boolean ? value.boolean() : value.number() !== 0;
    modes.note(includes ? 'include' : 'exclude', path);
    return { kind: includes ? 'include' : 'exclude' };
  }
  const [operator, operand] = (value.isDocument ? fieldsOf(value)[0] : undefined) ?? [];
  if (operator === '$meta') throw new CommandError(ErrorCode.BadValue, '$meta is not supported by the embedded store');
  if (kind === 'find' && operator === '$slice' && operand && !isExpressionSlice(operand)) return sliceRule(operand);
  modes.note('include', path);
  if (kind === 'find' && operator === '$elemMatch' && operand) {
    if (!operand.isDocument) throw new CommandError(31274, 'elemMatch: Invalid argument, object required');
    return { kind: 'elemMatch', ...elementFilter(operand, variables) };
  }
  return { kind: 'compute', expression: compileRawExpression(value, variables) };
}

function elementFilter(operand: RawValue, variables: Variables): { filter: Filter; values: boolean } {
  const bad = new CommandError(ErrorCode.BadValue, 'invalid $elemMatch in projection');
  const parsed = parseFilter(fieldDocument('v', '$elemMatch', operand), variables);
  if (parsed.kind !== 'field') throw bad;
  const { predicate } = parsed;
  if (predicate.op === 'elemMatchObject') return { filter: predicate.filter, values: false };
  if (predicate.op === 'elemMatchValue') return { filter: predicate.filter, values: true };
  throw bad;
}

function fieldDocument(field: string, operator: string, operand: RawValue): RawValue {
  const writer = new BsonWriter();
  const mark = writer.begin();
  const inner = writer.beginField(BsonType.Object, field);
  writer.field(operator, operand);
  writer.end(inner);
  writer.end(mark);
  return documentValue(writer.toBuffer());
}

/** In find, `$slice` takes numbers; with an array expression as its first operand it is the aggregation operator. */
function isExpressionSlice(operand: RawValue): boolean {
  return operand.isArray && !elementsOf(operand).every((element) => element.isNumber);
}

function sliceRule(operand: RawValue): Rule {
  if (operand.isNumber) return { kind: 'slice', skip: undefined, limit: Math.trunc(operand.number()) };
  const [skip, limit, ...others] = operand.isArray ? elementsOf(operand) : [];
  if (!skip || !limit || others.length > 0)
    throw new CommandError(28667, 'Invalid $slice syntax: it takes a number or [skip, limit]');
  if (limit.number() <= 0) throw new CommandError(28724, 'First argument to $slice must be a positive number');
  return { kind: 'slice', skip: Math.trunc(skip.number()), limit: Math.trunc(limit.number()) };
}

import type { Variables } from '../expressions/expression.js';
import { addFields, type DocumentTransform, replaceRoot, unsetFields } from './document-stages.js';
import { BsonType } from '../bson/bson-type.js';
import { documentValue, elementsOf, fieldsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { compileProjection } from '../projection/projection.js';
import { addToSet, pop, pull, pullAll, push } from './array-operators.js';
import { arithmetic, currentDate, extremum } from './scalar-operators.js';
import { checkUpdatePath } from './update-path.js';
import type { PathUpdate } from './update-tree.js';

/** Parses an update with operators. Refuses wrong operands and conflicting paths before any document is touched. */
export function parseOperatorUpdate(update: RawValue, now: () => Date): PathUpdate[] {
  const updates = fieldsOf(update).flatMap(([operator, fields]) => parseOperator(operator, fields, now));
  checkConflicts(updates);
  return updates.sort((a, b) => comparePaths(a.path, b.path));
}

function parseOperator(operator: string, fields: RawValue, now: () => Date): PathUpdate[] {
  if (!OPERATORS.has(operator)) {
    throw new CommandError(
      ErrorCode.FailedToParse,
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  }
  if (!fields.isDocument) {
    throw new CommandError(
      ErrorCode.FailedToParse,
      `Modifiers operate on fields but we found type ${fields.type} instead. For example: {$mod: {<field>: ...}}`,
    );
  }
  return fieldsOf(fields).map(([path, operand]) => {
    checkUpdatePath(path);
    return { operator, path, action: actionOf(operator, path, operand, now), onInsert: operator === '$setOnInsert' };
  });
}

const OPERATORS = new Set([
  '$set',
  '$setOnInsert',
  '$unset',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$currentDate',
  '$rename',
  '$push',
  '$addToSet',
  '$pop',
  '$pull',
  '$pullAll',
]);

function actionOf(operator: string, path: string, operand: RawValue, now: () => Date): PathUpdate['action'] {
  switch (operator) {
    case '$set':
    case '$setOnInsert':
      return { kind: 'change', change: () => operand };
    case '$unset':
      return { kind: 'remove' };
    case '$inc':
    case '$mul':
      return { kind: 'change', change: arithmetic(operator, path, operand) };
    case '$min':
    case '$max':
      return { kind: 'change', change: extremum(operator, operand) };
    case '$currentDate':
      return { kind: 'change', change: currentDate(path, operand, now) };
    case '$rename':
      return { kind: 'rename', to: renameTarget(path, operand) };
    case '$push':
      return { kind: 'change', change: push(path, operand) };
    case '$addToSet':
      return { kind: 'change', change: addToSet(path, operand) };
    case '$pop':
      return { kind: 'change', change: pop(path, operand) };
    case '$pull':
      return { kind: 'change', change: pull(path, operand) };
    default:
      return { kind: 'change', change: pullAll(path, operand) };
  }
}

function renameTarget(path: string, operand: RawValue): string {
  if (operand.type !== BsonType.String) {
    throw new CommandError(ErrorCode.BadValue, `The 'to' field for $rename must be a string: ${path}`);
  }
  const to = operand.text();
  checkUpdatePath(to);
  if (to === path)
    throw new CommandError(ErrorCode.BadValue, `The source and target field for $rename must differ: ${path}`);
  if (`${to}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${to}.`)) {
    throw new CommandError(
      ErrorCode.BadValue,
      `The source and target field for $rename must not be on the same path: ${path}`,
    );
  }
  if (path.includes('$') || to.includes('$')) {
    throw new CommandError(ErrorCode.BadValue, `The source and target field for $rename may not be dynamic: ${path}`);
  }
  return to;
}

/** Two operators may not change the same field, or a field and one inside it. */
function checkConflicts(updates: readonly PathUpdate[]): void {
  const paths = updates.flatMap((update) =>
    update.action.kind === 'rename' ? [update.path, update.action.to] : [update.path],
  );
  const seen = new Set<string>();
  const inside = new Set<string>();
  for (const path of paths) {
    const parts = path.split('.');
    const ancestors = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join('.'));
    const conflict = seen.has(path) || inside.has(path) ? path : ancestors.find((ancestor) => seen.has(ancestor));
    if (conflict !== undefined) {
      throw new CommandError(
        ErrorCode.ConflictingUpdateOperators,
        `Updating the path '${path}' would create a conflict at '${conflict}'`,
      );
    }
    seen.add(path);
    for (const ancestor of ancestors) inside.add(ancestor);
  }
}

/** Fields are updated in order of name, positions by number: the order in which new fields appear. */
function comparePaths(left: string, right: string): number {
  const a = left.split('.');
  const b = right.split('.');
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x = '', y = ''] = [a[i], b[i]];
    if (x === y) continue;
    const bothNumbers = /^\d+$/.test(x) && /^\d+$/.test(y);
    return bothNumbers ? Number(x) - Number(y) : x < y ? -1 : 1;
  }
  return a.length - b.length;
}

/** Parses an update pipeline into a function that returns the new version of a document. */
export function parsePipelineUpdate(
  pipeline: RawValue,
  variables: Variables,
  now: () => Date,
): (document: Buffer) => Buffer {
  const stages = elementsOf(pipeline).map((stage) => parseStage(stage, { ...variables, NOW: now() }));
  return (document) => stages.reduce((current, stage) => stage(documentValue(current)), document);
}

function parseStage(stage: RawValue, variables: Variables): DocumentTransform {
  const fields = stage.isDocument ? fieldsOf(stage) : [];
  const [name, operand] = fields[0] ?? [];
  if (fields.length !== 1 || !name || !operand) {
    throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  switch (name) {
    case '$set':
    case '$addFields':
      return addFields(name, operand, variables);
    case '$unset':
      return unsetFields(operand);
    case '$replaceRoot':
    case '$replaceWith':
      return replaceRoot(name, operand, variables);
    case '$project': {
      const project = compileProjection(operand, variables);
      return (document) => project(document);
    }
    default:
      throw new CommandError(ErrorCode.InvalidOptions, `${name} is not allowed to be used within an update`);
  }
}

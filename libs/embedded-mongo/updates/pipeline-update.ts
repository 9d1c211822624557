import { elementsOf, fieldsOf, type RawValue } from '../bson/raw-value.js';
import { documentValue } from '../bson/raw-value.js';
import { CommandError } from '../errors/command-error.js';
import { ErrorCode } from '../errors/error-codes.js';
import { addFields, replaceRoot, unsetFields, type DocumentTransform } from '../aggregation/stages/document-stages.js';
import { compileProjection } from '../projection/projection.js';
import type { Variables } from '../query/parse-filter.js';

/** Parses an update pipeline; the result makes the new version of a document from the old one. */
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

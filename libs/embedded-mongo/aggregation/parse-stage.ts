import type { RawValue } from '../bson/raw-value.js';
import { fieldsOf } from '../bson/raw-value.js';
import { CommandError } from '../errors/command-error.js';
import { ErrorCode } from '../errors/error-codes.js';

/** A stage as it was sent. */
export interface StageRequest {
  readonly name: string;
  readonly operand: RawValue;
}

/** Takes a pipeline's stages apart. */
export function parseStages(pipeline: readonly RawValue[]): StageRequest[] {
  return pipeline.map((stage) => {
    const fields = stage.isDocument ? fieldsOf(stage) : [];
    if (!stage.isDocument)
      throw new CommandError(ErrorCode.TypeMismatch, "Each element of the 'pipeline' array must be an object");
    const [first] = fields;
    if (fields.length !== 1 || !first) {
      throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    return { name: first[0], operand: first[1] };
  });
}

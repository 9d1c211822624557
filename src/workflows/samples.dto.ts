import { ApiPropertyOptional } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsObject,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { FreeForm, Optional } from '../platform/validation/decorators.js';

/** Sample data for previews and tests (behaviour SD1). */
export interface WorkflowSample {
  name: string;
  payload: Record<string, unknown>;
}

const MAX_SAMPLES = 20;
const MAX_BYTES = 32 * 1024;
const MAX_NAME_LENGTH = 64;

/** A payload with a name, for previews, checks, tests and simulations. */
export class WorkflowSampleDto implements WorkflowSample {
  /**
   * Its name, unique in the workflow. `Default` is the example of the payload schema.
   * @example Long order
   */
  @IsString()
  @Matches(/^(?!\s*default\s*$)(?=.*\S)[^\p{Cc}]+$/iu, {
    message: '$property must be a line of text, and not Default, which is the example of the payload schema',
  })
  @MaxLength(MAX_NAME_LENGTH)
  name: string;

  /**
   * The payload, of at most 32 kB as JSON.
   * @example {"orderId": "A-1"}
   */
  @FreeForm({ maxBytes: MAX_BYTES })
  payload: Record<string, unknown>;
}

/** The field has the samples of a workflow. */
export function AreSamples(): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    IsArray(),
    ArrayMaxSize(MAX_SAMPLES),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(() => WorkflowSampleDto),
    ArrayUnique(nameKey, { message: 'Each of the $property must have a name of its own' }),
    ApiPropertyOptional({ type: [WorkflowSampleDto] }),
  );
}

/** The field names one of the samples. */
export function NamesSample(): PropertyDecorator {
  return applyDecorators(Optional({ nullable: false }), IsString(), MaxLength(MAX_NAME_LENGTH));
}

function nameKey(sample: Partial<WorkflowSample> | null): unknown {
  return typeof sample?.name === 'string' ? sample.name.trim().toLowerCase() : sample;
}

/** The samples of a workflow after a request; what is left out stays as it is. None are not stored. */
export function samplesAfter(
  requested: readonly WorkflowSample[] | undefined,
  current: readonly WorkflowSample[] | undefined,
): { samples?: WorkflowSample[] } {
  const samples = (requested ?? current ?? []).map(({ name, payload }) => ({ name: name.trim(), payload }));
  return samples.length > 0 ? { samples } : {};
}

/**
 * The payload of a request that may name a sample: members that the request has replace those of the sample. Undefined when it
 * has neither. Throws 422 for a sample that the workflow does not have.
 */
export function payloadWith(
  { workflowId, samples = [] }: { workflowId: string; samples?: readonly WorkflowSample[] },
  name: string | undefined,
  payload: Record<string, unknown> | undefined,
): Record<string, unknown> | undefined {
  if (name === undefined || name.trim().toLowerCase() === 'default') return payload;
  const sample = samples.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  if (sample) return { ...sample.payload, ...payload };
  const names = ['Default', ...samples.map((one) => one.name)].map((one) => `'${one}'`).join(', ');
  throw ValidationException.of('sample', `Workflow '${workflowId}' has no sample '${name}'. It has ${names}.`);
}

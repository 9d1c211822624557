import { ApiProperty } from '@nestjs/swagger';
import { ORIGIN } from '../../common/http/client-origin.js';
import { toSlug } from '../../common/ids/slug-codec.js';
import { nameSlug } from '../identifiers.js';
import { InAppControlValuesDto } from '../steps/in-app-control-values.dto.js';
import type { UiSchema } from '../steps/schema-types.js';
import { STEP_KINDS, STEP_TYPES, type StepType } from '../steps/step-kinds.js';
import { stepVariables } from '../steps/step-variables.js';
import type { Workflow, WorkflowStep } from '../workflow.schema.js';

/** What may be entered in a step, and how an editor shows it. */
export class ControlsDto {
  /** JSON Schema of the control values. */
  dataSchema: Record<string, unknown>;

  /** The group of controls, and the component of each. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  uiSchema: UiSchema;
}

/** The same, with what has been entered. */
export class ControlsWithValuesDto extends ControlsDto {
  /** What has been entered. */
  @ApiProperty({ type: InAppControlValuesDto })
  values: Record<string, unknown>;
}

class StepFieldsDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Name in templates and paths, unique in the workflow.
   * @example in-app-step
   */
  stepId: string;

  /**
   * Name for people.
   * @example In-app step
   */
  name: string;

  /** Readable name with the id in it, accepted in paths. */
  slug: string;

  /** What the step does. */
  @ApiProperty({ enum: STEP_TYPES })
  type: StepType;

  /**
   * Where it was made.
   * @example service-cloud
   */
  origin: string;

  /** Identifier of its workflow. */
  workflowId: string;

  /** Internal id of its workflow. */
  workflowDatabaseId: string;

  /** JSON Schema of the variables its templates and conditions may use. */
  variables: Record<string, unknown>;

  /** What has been entered. */
  @ApiProperty({ type: InAppControlValuesDto })
  controlValues: Record<string, unknown>;
}

/** A step as part of its workflow. */
export class WorkflowStepDto extends StepFieldsDto {
  /** What may be entered, and what has been. */
  controls: ControlsWithValuesDto;
}

/** A step by itself. */
export class StepDto extends StepFieldsDto {
  /** What may be entered. */
  controls: ControlsDto;
}

export function toWorkflowStepDto(workflow: Workflow, step: WorkflowStep): WorkflowStepDto {
  const { dataSchema, uiSchema } = STEP_KINDS[step.type].controls;
  return { ...stepFields(workflow, step), controls: { dataSchema, uiSchema, values: step.controlValues } };
}

export function toStepDto(workflow: Workflow, step: WorkflowStep): StepDto {
  const { dataSchema, uiSchema } = STEP_KINDS[step.type].controls;
  return { ...stepFields(workflow, step), controls: { dataSchema, uiSchema } };
}

export function stepSlug({ _id, name }: Pick<WorkflowStep, '_id' | 'name'>): string {
  return toSlug(nameSlug(name), 'stp', _id);
}

function stepFields(workflow: Workflow, step: WorkflowStep): Omit<StepDto, 'controls'> {
  const { _id, stepId, name, type, controlValues } = step;
  return {
    _id: _id.toHexString(),
    stepId,
    name,
    slug: stepSlug(step),
    type,
    origin: ORIGIN,
    workflowId: workflow.workflowId,
    workflowDatabaseId: workflow._id.toHexString(),
    variables: stepVariables(workflow, step),
    controlValues,
  };
}

import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { dto } from '../platform/http/dto.js';
import { nameSlug, toSlug } from '../platform/ids.js';
import {
  CONTENT_ISSUE_TYPES,
  type ContentIssueType,
  INTEGRATION_ISSUE_TYPES,
  type IntegrationIssueType,
  ISSUE_SEVERITIES,
  type IssueSeverity,
  missingIntegration,
} from './issues/issue.js';
import type { UiSchema } from './steps/control-schema.js';
import { STEP_KINDS, STEP_TYPES, type StepType } from './steps/step-kinds.js';
import { stepVariables } from './steps/step-variables.js';
import { originOf } from './external-workflow.js';
import type { Workflow, WorkflowStep } from './workflow.schema.js';

/** Schema of the controls of a step, and how an editor shows them. */
export class ControlsDto {
  /** JSON Schema of the control values. */
  dataSchema: Record<string, unknown>;

  /** The group of controls, and the component of each. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  uiSchema: UiSchema;
}

/** The same, with what has been entered. */
export class ControlsWithValuesDto extends ControlsDto {
  /** Control values. */
  values: Record<string, unknown>;
}

/** Something that is wrong with a control. */
export class ControlIssueDto {
  /** Kind of problem. */
  @ApiProperty({ enum: CONTENT_ISSUE_TYPES })
  issueType: ContentIssueType;

  /** A sentence for the author. */
  message: string;

  /**
   * The variable that is meant.
   * @example payload.orderId
   */
  variableName?: string;

  /** A warning keeps nothing from being delivered. Absent: an error. */
  @ApiPropertyOptional({ enum: ISSUE_SEVERITIES })
  severity?: IssueSeverity;
}

/** Why a channel cannot be used. */
export class IntegrationIssueDto {
  /** Kind of problem. */
  @ApiProperty({ enum: INTEGRATION_ISSUE_TYPES })
  issueType: IntegrationIssueType;

  /** A sentence for the author. */
  message: string;
}

/** Issues of a step. */
export class StepIssuesDto {
  /** By path of the control, such as `primaryAction.label`. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'array', items: ref(ControlIssueDto) } })
  controls?: Record<string, ControlIssueDto[]>;

  /** By channel. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'array', items: ref(IntegrationIssueDto) } })
  integration?: Record<string, IntegrationIssueDto[]>;
}

@ApiExtraModels(ControlIssueDto, IntegrationIssueDto)
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
   * Readable name.
   * @example In-app step
   */
  name: string;

  /** Readable name with the id in it, accepted in paths. */
  slug: string;

  /** Type of the step. */
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

  /** Control values. */
  controlValues: Record<string, unknown>;

  /** True when the application of the environment says what the step does, in a workflow made here; else absent. */
  inCode?: boolean;

  /** Overrides for providers, by their id; absent when there are none. Deliveries do not use them yet. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'object' } })
  providerOverrides?: Record<string, Record<string, unknown>>;

  /** Issues; absent when there are none. */
  issues?: StepIssuesDto;
}

/** A step as part of its workflow. */
export class WorkflowStepDto extends StepFieldsDto {
  /** Schema and values of the controls. */
  controls: ControlsWithValuesDto;
}

/** A step by itself. */
export class StepDto extends StepFieldsDto {
  /** Schema of the control values. */
  controls: ControlsDto;
}

/** `missing`: kinds of steps for whose channel the environment has no active integration. */
export function toWorkflowStepDto(
  workflow: Workflow,
  step: WorkflowStep,
  missing: ReadonlySet<StepType>,
): WorkflowStepDto {
  const { dataSchema, uiSchema } = controlsOf(step);
  const fields = stepFields(workflow, step, missing);
  return { ...fields, controls: { dataSchema, uiSchema, values: fields.controlValues } };
}

/** `missing`: as for {@link toWorkflowStepDto}. */
export function toStepDto(workflow: Workflow, step: WorkflowStep, missing: ReadonlySet<StepType>): StepDto {
  const { dataSchema, uiSchema } = controlsOf(step);
  return { ...stepFields(workflow, step, missing), controls: { dataSchema, uiSchema } };
}

/** A step in code has controls of its own, which no editor has components for, and which are known once it is synced. */
function controlsOf({ type, controlSchema, inCode }: WorkflowStep): ControlsDto {
  const dataSchema = controlSchema ?? (inCode && { type: 'object', additionalProperties: true });
  return dataSchema ? { dataSchema, uiSchema: { properties: {} } } : STEP_KINDS[type];
}

/** The problems of a step, as a response shows them; undefined when there are none. */
export function toStepIssuesDto(
  { type, issues = [] }: Pick<WorkflowStep, 'type' | 'issues'>,
  missing: ReadonlySet<StepType>,
): StepIssuesDto | undefined {
  const absent = missing.has(type);
  if (issues.length === 0 && !absent) return undefined;
  const controls = new Map<string, ControlIssueDto[]>();
  for (const { field, ...issue } of issues) controls.set(field, [...(controls.get(field) ?? []), issue]);
  return {
    ...(issues.length > 0 && { controls: Object.fromEntries(controls) }),
    ...(absent && { integration: { [type]: [missingIntegration(type)] } }),
  };
}

/** Clients refuse a step without these; empty, they are what they are by default. */
const ALWAYS_SHOWN: Partial<Record<StepType, Record<string, unknown>>> = {
  email: { subject: '' },
  http_request: { method: 'GET', url: '' },
};

function ref(dto: new () => object): { $ref: string } {
  return { $ref: getSchemaPath(dto) };
}

export function stepSlug({ _id, name }: Pick<WorkflowStep, '_id' | 'name'>): string {
  return toSlug(nameSlug(name), 'stp', _id);
}

function stepFields(workflow: Workflow, step: WorkflowStep, missing: ReadonlySet<StepType>): Omit<StepDto, 'controls'> {
  const { _id, stepId, name, type, controlValues, inCode, providerOverrides } = step;
  const issues = toStepIssuesDto(step, missing);
  return dto<Omit<StepDto, 'controls'>>({
    _id,
    stepId,
    name,
    slug: stepSlug(step),
    type,
    origin: originOf(workflow),
    workflowId: workflow.workflowId,
    workflowDatabaseId: workflow._id,
    variables: stepVariables(workflow, step),
    controlValues: step.controlSchema ? controlValues : { ...ALWAYS_SHOWN[type], ...controlValues },
    ...(inCode && { inCode }),
    ...(providerOverrides && { providerOverrides }),
    ...(issues && { issues }),
  });
}

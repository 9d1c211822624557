import { ApiProperty } from '@nestjs/swagger';
import { CHANNELS, type Channel, isChannel } from '#libs/channels.js';
import { payloadExample } from '../payload-example.js';
import { STEP_TYPES, type StepType } from '../steps/step-kinds.js';
import { WORKFLOW_KINDS, type WorkflowKind } from '../workflow.schema.js';
import { TEMPLATE_CATEGORIES, translationsOf, type WorkflowTemplate } from './template.js';

/** A step of a template, as a request creates it. */
export class TemplateStepDto {
  /** Readable name. */
  name: string;
  /** Name of the step in templates and paths. */
  stepId: string;
  /**
   * Kind of step.
   * @example email
   */
  @ApiProperty({ enum: STEP_TYPES })
  type: StepType;
  /** Its control values. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  controlValues: Record<string, unknown>;
}

/** The workflow of a template, as `POST /v2/workflows` takes it. */
export class TemplateWorkflowDto {
  /** Readable name. */
  name: string;
  /** Identifier, unless the environment has it already. */
  workflowId: string;
  /** Purpose. */
  description: string;
  /** Words to find it by. */
  tags: string[];
  /** Whether triggers of it are delivered: not until somebody has looked at it. */
  active: boolean;
  /** Whether people subscribe to it. */
  @ApiProperty({ enum: WORKFLOW_KINDS })
  kind: WorkflowKind;
  /** Its texts are translations. */
  isTranslationEnabled: boolean;
  /** JSON Schema of the payload. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  payloadSchema: Record<string, unknown>;
  /** Steps in order. */
  @ApiProperty({ type: [TemplateStepDto] })
  steps: TemplateStepDto[];
}

/** A workflow to begin with. */
export class TemplateDto {
  /**
   * Identifier of the template.
   * @example order-shipped
   */
  templateId: string;
  /**
   * Readable name.
   * @example Order shipped
   */
  name: string;
  /** What it is for. */
  description: string;
  /** The group that it is in. */
  @ApiProperty({ enum: TEMPLATE_CATEGORIES })
  category: WorkflowTemplate['category'];
  /** The channels that it sends on. */
  @ApiProperty({ enum: CHANNELS, isArray: true })
  channels: Channel[];
  /** The workflow, as `POST /v2/workflows` takes it. */
  workflow: TemplateWorkflowDto;
  /** Its texts, by language and key, as `POST /v2/translations` takes the `content` of each. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'object', additionalProperties: true } })
  translations: Record<string, Record<string, unknown>>;
  /** A payload to try it with. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  payloadExample: Record<string, unknown>;
  /** HTML of its email in English, with the sample data, to be shown as a picture; empty when it has none. */
  previewHtml: string;
}

export function toTemplateDto(template: WorkflowTemplate, previewHtml: string): TemplateDto {
  const { templateId, name, description, category, kind = 'transactional', tags, payloadSchema, steps } = template;
  return {
    templateId,
    name,
    description,
    category,
    channels: [...new Set(steps.map(({ type }) => type).filter(isChannel))],
    workflow: {
      name,
      workflowId: templateId,
      description,
      tags,
      active: false,
      kind,
      isTranslationEnabled: true,
      payloadSchema,
      steps,
    },
    translations: translationsOf(template),
    payloadExample: payloadExample(payloadSchema) ?? {},
    previewHtml,
  };
}

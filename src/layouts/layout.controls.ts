import { BadRequestException } from '@nestjs/common';
import type { Computation, Work } from '../platform/computation/computation.service.js';
import { layoutContentTask, type TemplateFailure } from '../platform/computation/rendering.tasks.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import {
  EDITOR_TYPES,
  type JsonSchema,
  MAX_EMAIL_LENGTH,
  type StepControls,
} from '../workflows/steps/control-schema.js';
import { COMMON_VARIABLES } from '../workflows/steps/step-variables.js';

/** The controls of a layout: what may be entered, and how an editor shows it. */
export const LAYOUT_CONTROLS: StepControls = {
  dataSchema: {
    type: 'object',
    properties: {
      email: {
        type: 'object',
        properties: {
          body: { type: 'string', maxLength: MAX_EMAIL_LENGTH },
          editorType: { type: 'string', enum: EDITOR_TYPES },
        },
        required: ['body', 'editorType'],
      },
    },
  },
  uiSchema: {
    group: 'LAYOUT',
    properties: {
      email: {
        component: 'LAYOUT_EMAIL',
        properties: {
          body: { component: 'EMAIL_BODY', placeholder: '' },
          editorType: { component: 'EMAIL_EDITOR_SELECT', placeholder: 'html' },
        },
      },
    },
  },
};

/**
 * JSON Schema of the variables that the template of a layout may use: the common ones, the payload and the steps of the
 * workflow that uses it, and the email body as `content`.
 */
export const LAYOUT_VARIABLES: JsonSchema = {
  type: 'object',
  properties: {
    ...COMMON_VARIABLES,
    payload: { type: 'object', additionalProperties: true },
    steps: { type: 'object', additionalProperties: true },
    content: { type: 'string' },
  },
};

const FIELD = 'controlValues.email.body';

/**
 * Throws 422 with line and column for a body that cannot be parsed, 400 for one that does not print the content. Blocks are
 * templates, too; their errors name the node. An empty body is none.
 */
export async function assertLayoutBody(body: string, computation: Computation, work: Work): Promise<void> {
  if (body.trim() === '') return;
  const read = await computation.run(layoutContentTask, body, work);
  if ('failure' in read) throw unreadableBody(read.failure);
  if (!read.takesContent) throw new BadRequestException(`${FIELD} must print the body of the email: {{ content }}`);
}

/** 422 for the body of a layout that cannot be parsed or rendered, with line and column. */
export function unreadableBody({ line, column, message }: TemplateFailure): ValidationException {
  const place = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `;
  return ValidationException.of(FIELD, `${place}${message}`);
}

/** 422 for the body of a layout that can be rendered but not around an email body. */
export function unusableBody(problem: string): ValidationException {
  return ValidationException.of(FIELD, problem);
}

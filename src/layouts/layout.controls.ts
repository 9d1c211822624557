import { EDITOR_TYPES, MAX_EMAIL_LENGTH } from '../workflows/steps/control-schema.js';
import type { JsonSchema, StepControls } from '../workflows/steps/schema-types.js';
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
 * JSON Schema of the variables that the template of a layout may use: what every template can name, the payload and the
 * steps of whatever workflow it frames, and the body it is put around.
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

import { MAX_BODY_LENGTH, MAX_TEXT_LENGTH } from './control-texts.js';
import { REDIRECT_TARGETS } from './in-app-control-values.dto.js';
import type { JsonSchema, StepControls, UiSchema, UiSchemaProperty } from './schema-types.js';

const TEXT: JsonSchema = { type: 'string', maxLength: MAX_TEXT_LENGTH };

const REDIRECT: JsonSchema = {
  type: 'object',
  properties: { url: TEXT, target: { type: 'string', enum: REDIRECT_TARGETS } },
  required: ['url'],
};

const ACTION: JsonSchema = { type: 'object', properties: { label: TEXT, redirect: REDIRECT } };

/** JSON Schema of an in-app step's control values. */
const DATA_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    skip: { type: 'object', additionalProperties: true },
    body: { type: 'string', maxLength: MAX_BODY_LENGTH },
    subject: TEXT,
    avatar: TEXT,
    primaryAction: ACTION,
    secondaryAction: ACTION,
    redirect: REDIRECT,
    disableOutputSanitization: { type: 'boolean', default: false },
    data: { type: 'object', additionalProperties: true },
  },
  additionalProperties: true,
};

const REDIRECT_BOX: UiSchemaProperty = { component: 'URL_TEXT_BOX', placeholder: '' };
const BUTTON: UiSchemaProperty = {
  component: 'IN_APP_BUTTON_DROPDOWN',
  properties: { label: { component: 'TEXT_INLINE_LABEL', placeholder: '' }, redirect: REDIRECT_BOX },
};

/** How an editor shows them. */
const UI_SCHEMA: UiSchema = {
  group: 'IN_APP',
  properties: {
    skip: { component: 'QUERY_EDITOR' },
    body: { component: 'IN_APP_BODY', placeholder: '' },
    subject: { component: 'IN_APP_PRIMARY_SUBJECT', placeholder: '' },
    avatar: { component: 'IN_APP_AVATAR', placeholder: '' },
    primaryAction: BUTTON,
    secondaryAction: BUTTON,
    redirect: REDIRECT_BOX,
    disableOutputSanitization: { component: 'IN_APP_DISABLE_SANITIZATION_SWITCH' },
    data: { component: 'DATA' },
  },
};

/** The controls of an in-app step: what may be entered, and how an editor shows it. */
export const IN_APP_CONTROLS: StepControls = { dataSchema: DATA_SCHEMA, uiSchema: UI_SCHEMA };

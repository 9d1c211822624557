import { BODY, MAX_EMAIL_LENGTH, OBJECT, TEXT } from '../control-texts.js';
import type { StepControls } from '../schema-types.js';
import { CHAT_EDITOR_TYPES } from './chat-control-values.dto.js';
import { EDITOR_TYPES } from './email-control-values.dto.js';

/** The controls of an email step: what may be entered, and how an editor shows it. */
export const EMAIL_CONTROLS: StepControls = {
  dataSchema: {
    type: 'object',
    properties: {
      skip: OBJECT,
      subject: TEXT,
      body: { type: 'string', maxLength: MAX_EMAIL_LENGTH, default: '' },
      editorType: { type: 'string', enum: EDITOR_TYPES, default: 'block' },
      disableOutputSanitization: { type: 'boolean', default: false },
      layoutId: { type: ['string', 'null'] },
      from: { type: 'object', properties: { email: TEXT, name: TEXT } },
      useProviderDefaults: { type: 'boolean' },
      replyTo: TEXT,
      preheader: TEXT,
    },
    required: ['subject'],
    additionalProperties: true,
  },
  uiSchema: {
    group: 'EMAIL',
    properties: {
      skip: { component: 'QUERY_EDITOR' },
      subject: { component: 'TEXT_INLINE_LABEL', placeholder: '' },
      body: { component: 'EMAIL_BODY', placeholder: '' },
      editorType: { component: 'EMAIL_EDITOR_SELECT', placeholder: 'block' },
      disableOutputSanitization: { component: 'DISABLE_SANITIZATION_SWITCH' },
      layoutId: { component: 'LAYOUT_SELECT' },
    },
  },
};

export const SMS_CONTROLS: StepControls = {
  dataSchema: { type: 'object', properties: { skip: OBJECT, body: BODY }, additionalProperties: true },
  uiSchema: {
    group: 'SMS',
    properties: { skip: { component: 'QUERY_EDITOR' }, body: { component: 'SMS_BODY', placeholder: '' } },
  },
};

export const PUSH_CONTROLS: StepControls = {
  dataSchema: { type: 'object', properties: { skip: OBJECT, subject: TEXT, body: BODY }, additionalProperties: true },
  uiSchema: {
    group: 'PUSH',
    properties: {
      skip: { component: 'QUERY_EDITOR' },
      subject: { component: 'PUSH_SUBJECT', placeholder: '' },
      body: { component: 'PUSH_BODY', placeholder: '' },
    },
  },
};

export const CHAT_CONTROLS: StepControls = {
  dataSchema: {
    type: 'object',
    properties: { skip: OBJECT, body: BODY, editorType: { type: 'string', enum: CHAT_EDITOR_TYPES } },
    additionalProperties: true,
  },
  uiSchema: {
    group: 'CHAT',
    properties: {
      skip: { component: 'QUERY_EDITOR' },
      body: { component: 'CHAT_BODY', placeholder: '' },
      editorType: { component: 'CHAT_EDITOR_SELECT', placeholder: 'text' },
    },
  },
};

export const TOOL_CONTROLS: StepControls = {
  dataSchema: { type: 'object', properties: { skip: OBJECT, body: BODY }, additionalProperties: true },
  uiSchema: {
    group: 'TOOL',
    properties: { skip: { component: 'QUERY_EDITOR' }, body: { component: 'TOOL_BODY', placeholder: '' } },
  },
};

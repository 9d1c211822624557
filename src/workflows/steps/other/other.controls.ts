import { BODY, OBJECT, TEXT } from '../control-texts.js';
import type { JsonSchema, StepControls } from '../schema-types.js';
import { HTTP_METHODS } from './http-request-control-values.dto.js';

const PAIRS: JsonSchema = {
  type: 'array',
  items: { type: 'object', properties: { key: TEXT, value: BODY }, required: ['key', 'value'] },
};

export const HTTP_REQUEST_CONTROLS: StepControls = {
  dataSchema: {
    type: 'object',
    properties: {
      skip: OBJECT,
      method: { type: 'string', enum: HTTP_METHODS },
      url: TEXT,
      headers: PAIRS,
      body: { oneOf: [BODY, PAIRS] },
      responseBodySchema: OBJECT,
      enforceSchemaValidation: { type: 'boolean', default: false },
      continueOnFailure: { type: 'boolean', default: false },
      timeout: { type: 'integer', minimum: 1, maximum: 30_000, default: 5000 },
    },
    required: ['method', 'url'],
    additionalProperties: true,
  },
  uiSchema: {
    group: 'HTTP_REQUEST',
    properties: {
      skip: { component: 'QUERY_EDITOR' },
      method: { component: 'DESTINATION_METHOD' },
      url: { component: 'DESTINATION_URL', placeholder: '' },
      headers: { component: 'DESTINATION_HEADERS' },
      body: { component: 'DESTINATION_BODY' },
      responseBodySchema: { component: 'DESTINATION_RESPONSE_BODY_SCHEMA' },
      enforceSchemaValidation: { component: 'DESTINATION_ENFORCE_SCHEMA_VALIDATION' },
      continueOnFailure: { component: 'DESTINATION_CONTINUE_ON_FAILURE' },
      timeout: { component: 'DESTINATION_TIMEOUT' },
    },
  },
};

/** Steps of this kind are not shown in an editor: only code-defined workflows have them. */
export const CUSTOM_CONTROLS: StepControls = {
  dataSchema: { type: 'object', properties: { skip: OBJECT, custom: OBJECT }, additionalProperties: true },
  uiSchema: { properties: { skip: { component: 'QUERY_EDITOR' } } },
};

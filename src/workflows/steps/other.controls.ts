import {
  choice,
  type ControlSchema,
  flag,
  freeForm,
  MAX_BODY_LENGTH,
  stepKind,
  STOPS_ON_FAIL,
  text,
} from './control-schema.js';

const pairs = (description: string): ControlSchema => ({
  type: 'array',
  description,
  maxItems: 100,
  items: {
    type: 'object',
    properties: {
      key: text({ description: 'Name.', examples: ['x-source'] }),
      value: text({ description: 'Value.', examples: ['{{workflow.workflowId}}'] }, MAX_BODY_LENGTH),
    },
    required: ['key', 'value'],
  },
});

export const HTTP_REQUEST = stepKind({
  description:
    'Calls an address. What it answers, a JSON object or any other answer as `body`, later steps read under `steps.<stepId>`.',
  fields: {
    method: choice(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'], {
      description: 'Method of the request.',
      default: 'GET',
    }),
    url: text({
      description: 'Address to call, http or https. Only public ones are called. Needed.',
      examples: ['https://api.example.com/orders/{{payload.orderId}}'],
    }),
    headers: pairs('Headers of the request.'),
    body: {
      title: 'a text or a list of pairs of key and value',
      description: 'Body of the request: a text, or the members of a JSON object. A GET has none.',
      oneOf: [text({ description: 'A text.' }, MAX_BODY_LENGTH), pairs('The members of a JSON object.')],
      examples: [[{ key: 'orderId', value: '{{payload.orderId}}' }]],
    },
    responseBodySchema: freeForm({ description: 'JSON Schema of the answer.', examples: [{ required: ['status'] }] }),
    enforceSchemaValidation: flag({
      description: 'Fails the step when the answer does not fit the schema.',
      default: false,
    }),
    continueOnFailure: flag({
      description: 'Goes on with the next step when the request fails; otherwise the run ends.',
      default: false,
    }),
    timeout: {
      type: 'integer',
      minimum: 1,
      maximum: 30_000,
      default: 5000,
      description: 'How long to wait for the answer.',
      'x-unit': 'milliseconds',
    },
  },
  required: ['method', 'url'],
  group: 'HTTP_REQUEST',
  ui: {
    method: { component: 'DESTINATION_METHOD' },
    url: { component: 'DESTINATION_URL', placeholder: '' },
    headers: { component: 'DESTINATION_HEADERS' },
    body: { component: 'DESTINATION_BODY' },
    responseBodySchema: { component: 'DESTINATION_RESPONSE_BODY_SCHEMA' },
    enforceSchemaValidation: { component: 'DESTINATION_ENFORCE_SCHEMA_VALIDATION' },
    continueOnFailure: { component: 'DESTINATION_CONTINUE_ON_FAILURE' },
    timeout: { component: 'DESTINATION_TIMEOUT' },
  },
});

/** Steps of this kind are not shown in an editor. */
export const CUSTOM = stepKind({
  description: 'Puts values together for later steps, which read them under `steps.<stepId>`. It sends nothing.',
  fields: {
    custom: freeForm({
      description: 'The values. Texts are templates.',
      examples: [{ total: '{{payload.total}} EUR' }],
    }),
  },
  hidden: { shouldStopOnFail: STOPS_ON_FAIL },
  ui: {},
});

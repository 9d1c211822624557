import {
  amount,
  choice,
  type ControlSchema,
  flag,
  freeForm,
  MAX_BODY_LENGTH,
  stepKind,
  STOPS_ON_FAIL,
  text,
} from './control-schema.js';
import { LONGEST } from './wait.controls.js';

export const THROTTLE = stepKind({
  description:
    'Lets a limited number of runs pass in a window of time for each subscriber; the others end there as skipped.',
  fields: {
    type: choice(['fixed', 'dynamic'], {
      description: '`fixed`: windows of `amount` and `unit`; `dynamic`: as the payload says.',
      default: 'fixed',
    }),
    amount: amount({
      description: `Length of a fixed window, in \`unit\`: at least a minute. ${LONGEST}`,
      examples: [1],
      'x-unit': 'unit',
    }),
    unit: choice(['minutes', 'hours', 'days'], { description: 'Unit of `amount`.', examples: ['hours'] }),
    dynamicKey: text({
      description:
        'Path in the payload for a dynamic window: its end (ISO 8601), or its length as an ISO 8601 duration or an object ' +
        'with `amount` and `unit`.',
      examples: ['payload.quietUntil'],
    }),
    threshold: {
      type: 'integer',
      minimum: 1,
      default: 1,
      description: 'How many runs pass in a window.',
      'x-unit': 'runs',
    },
    throttleKey: text({
      description: 'Path in the payload: different values there are counted apart.',
      examples: ['payload.orderId'],
    }),
  },
  group: 'THROTTLE',
  ui: {
    type: { component: 'THROTTLE_TYPE', placeholder: 'fixed' },
    amount: { component: 'THROTTLE_WINDOW' },
    unit: { component: 'THROTTLE_UNIT' },
    dynamicKey: { component: 'THROTTLE_DYNAMIC_KEY' },
    threshold: { component: 'THROTTLE_THRESHOLD' },
    throttleKey: { component: 'THROTTLE_KEY' },
  },
});

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
    'Calls an address. Later steps read the response under `steps.<stepId>`: a JSON object, or any other response as `body`.',
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
    responseBodySchema: freeForm({ description: 'JSON Schema of the response.', examples: [{ required: ['status'] }] }),
    enforceSchemaValidation: flag({
      description: 'Fails the step when the response does not match the schema.',
      default: false,
    }),
    continueOnFailure: flag({
      description: 'Continues with the next step when the request fails; otherwise the run ends.',
      default: false,
    }),
    timeout: {
      type: 'integer',
      minimum: 1,
      maximum: 30_000,
      default: 5000,
      description: 'How long to wait for the response.',
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

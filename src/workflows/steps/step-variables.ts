import type { WorkflowStep } from '../workflow.schema.js';
import type { JsonSchema } from './control-schema.js';
import { AWAITED_STATUSES } from './awaited.js';
import type { StepType } from './step-kinds.js';

const TEXT: JsonSchema = { type: 'string' };
const ANYTHING: JsonSchema = { type: 'object', additionalProperties: true };

const SUBSCRIBER: JsonSchema = {
  type: 'object',
  properties: {
    subscriberId: TEXT,
    firstName: TEXT,
    lastName: TEXT,
    email: TEXT,
    phone: TEXT,
    avatar: TEXT,
    locale: TEXT,
    timezone: TEXT,
    data: ANYTHING,
    isOnline: { type: 'boolean' },
    lastOnlineAt: TEXT,
  },
};

const WORKFLOW: JsonSchema = {
  type: 'object',
  properties: {
    workflowId: TEXT,
    name: TEXT,
    description: TEXT,
    tags: { type: 'array', items: TEXT },
    severity: TEXT,
  },
};

const CONTEXTS: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'object', properties: { id: TEXT, data: ANYTHING } },
};

/** How the emails of the environment look (behaviour BR2). */
const BRAND: JsonSchema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      [
        'name',
        'logo',
        'logoUrl',
        'color',
        'buttonTextColor',
        'linkColor',
        'headingColor',
        'textColor',
        'backgroundColor',
        'font',
      ].map((name) => [name, TEXT]),
    ),
    radius: { type: 'number' },
    footer: { type: 'object', properties: { address: TEXT, unsubscribe: TEXT } },
  },
};

/** Values of triggers of the legacy API; absent in other triggers. */
const LEGACY: JsonSchema = {
  type: 'object',
  properties: { type: TEXT, text: TEXT, link: TEXT, bundleSegment: TEXT },
};

const DATE_OR_NULL: JsonSchema = { type: ['string', 'null'], format: 'date-time' };

/** What has become of the messages of a step (behaviour CS71). */
const STATUSES: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(AWAITED_STATUSES.map((status) => [status, { type: 'boolean' }])),
};

/** Values of a step that later steps can read, by its type (behaviour P9). */
const RESULTS: Record<StepType, JsonSchema> = {
  in_app: {
    type: 'object',
    properties: {
      ...(STATUSES.properties as object),
      lastSeenDate: DATE_OR_NULL,
      lastReadDate: DATE_OR_NULL,
    },
  },
  email: STATUSES,
  sms: STATUSES,
  push: STATUSES,
  chat: STATUSES,
  tool: STATUSES,
  delay: { type: 'object', properties: { duration: { type: 'number' } } },
  wait_until: {
    type: 'object',
    properties: {
      outcome: TEXT,
      status: { type: ['string', 'null'] },
      stepId: { type: ['string', 'null'] },
      event: { type: ['string', 'null'] },
      payload: ANYTHING,
      duration: { type: 'number' },
    },
  },
  digest: {
    type: 'object',
    properties: {
      events: { type: 'array', items: { type: 'object', properties: { id: TEXT, time: TEXT, payload: ANYTHING } } },
      eventCount: { type: 'number' },
      countSummary: TEXT,
      sentenceSummary: TEXT,
    },
  },
  throttle: { type: 'object', properties: { throttled: { type: 'boolean' } } },
  http_request: ANYTHING,
  custom: ANYTHING,
};

/** Variables that are available in every template, of any workflow. */
export const COMMON_VARIABLES: Readonly<Record<string, JsonSchema>> = {
  subscriber: SUBSCRIBER,
  actor: SUBSCRIBER,
  workflow: WORKFLOW,
  context: CONTEXTS,
  env: { type: 'object', additionalProperties: TEXT },
  brand: BRAND,
  tenant: { type: 'object', properties: { identifier: TEXT, name: TEXT, data: ANYTHING } },
  legacy: LEGACY,
  unsubscribeUrl: TEXT,
  preferencesUrl: TEXT,
  t: ANYTHING,
};

/** The parts of a step that are checked for issues, as plain data. */
export type StepParts = Pick<WorkflowStep, 'stepId' | 'type' | 'controlValues'>;

/** Returns the JSON Schema of the variables that a step may use: those of the trigger and of earlier steps. */
export function stepVariables(
  { payloadSchema, steps }: { payloadSchema?: JsonSchema; steps: readonly StepParts[] },
  step: StepParts,
): JsonSchema {
  const earlier = steps.slice(0, steps.indexOf(step));
  return {
    type: 'object',
    properties: {
      ...COMMON_VARIABLES,
      payload: payloadSchema ?? ANYTHING,
      steps: {
        type: 'object',
        properties: Object.fromEntries(earlier.map(({ stepId, type }) => [stepId, RESULTS[type]])),
      },
    },
  };
}

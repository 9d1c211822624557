import { OBJECT, TEXT } from '../control-texts.js';
import type { JsonSchema, StepControls } from '../schema-types.js';
import { DELAY_TYPES } from './delay-control-values.dto.js';
import { DIGEST_TYPES } from './digest-control-values.dto.js';
import { THROTTLE_TYPES, THROTTLE_UNITS } from './throttle-control-values.dto.js';
import { WAIT_UNITS } from './wait-fields.js';

const AMOUNT: JsonSchema = { type: 'number', minimum: 0 };
const UNIT: JsonSchema = { type: 'string', enum: WAIT_UNITS };

export const DELAY_CONTROLS: StepControls = {
  dataSchema: {
    type: 'object',
    properties: {
      skip: OBJECT,
      type: { type: 'string', enum: DELAY_TYPES, default: 'regular' },
      amount: AMOUNT,
      unit: UNIT,
      cron: TEXT,
      dynamicKey: TEXT,
      extendToSchedule: { type: 'boolean', default: false },
    },
    additionalProperties: true,
  },
  uiSchema: {
    group: 'DELAY',
    properties: {
      skip: { component: 'QUERY_EDITOR' },
      type: { component: 'DELAY_TYPE', placeholder: 'regular' },
      amount: { component: 'DELAY_AMOUNT' },
      unit: { component: 'DELAY_UNIT' },
      cron: { component: 'DELAY_CRON' },
      dynamicKey: { component: 'DELAY_DYNAMIC_KEY' },
      extendToSchedule: { component: 'EXTEND_TO_SCHEDULE' },
    },
  },
};

export const DIGEST_CONTROLS: StepControls = {
  dataSchema: {
    type: 'object',
    properties: {
      skip: OBJECT,
      type: { type: 'string', enum: DIGEST_TYPES, default: 'regular' },
      amount: AMOUNT,
      unit: UNIT,
      lookBackWindow: { type: 'object', properties: { amount: AMOUNT, unit: UNIT }, required: ['amount', 'unit'] },
      cron: TEXT,
      digestKey: TEXT,
      extendToSchedule: { type: 'boolean', default: false },
    },
    additionalProperties: true,
  },
  uiSchema: {
    group: 'DIGEST',
    properties: {
      skip: { component: 'QUERY_EDITOR' },
      type: { component: 'DIGEST_TYPE', placeholder: 'regular' },
      amount: { component: 'DIGEST_AMOUNT' },
      unit: { component: 'DIGEST_UNIT' },
      cron: { component: 'DIGEST_CRON' },
      digestKey: { component: 'DIGEST_KEY', placeholder: '' },
      extendToSchedule: { component: 'EXTEND_TO_SCHEDULE' },
    },
  },
};

export const THROTTLE_CONTROLS: StepControls = {
  dataSchema: {
    type: 'object',
    properties: {
      skip: OBJECT,
      type: { type: 'string', enum: THROTTLE_TYPES, default: 'fixed' },
      amount: AMOUNT,
      unit: { type: 'string', enum: THROTTLE_UNITS },
      dynamicKey: TEXT,
      threshold: { type: 'integer', minimum: 1, default: 1 },
      throttleKey: TEXT,
    },
    additionalProperties: true,
  },
  uiSchema: {
    group: 'THROTTLE',
    properties: {
      skip: { component: 'QUERY_EDITOR' },
      type: { component: 'THROTTLE_TYPE', placeholder: 'fixed' },
      amount: { component: 'THROTTLE_WINDOW' },
      unit: { component: 'THROTTLE_UNIT' },
      dynamicKey: { component: 'THROTTLE_DYNAMIC_KEY' },
      threshold: { component: 'THROTTLE_THRESHOLD' },
      throttleKey: { component: 'THROTTLE_KEY' },
    },
  },
};

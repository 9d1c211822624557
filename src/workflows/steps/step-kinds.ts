import type { StepKind } from './control-schema.js';
import { CHAT, EMAIL, IN_APP, PUSH, SMS, TOOL } from './message.controls.js';
import { CUSTOM, DELAY, DIGEST, HTTP_REQUEST, THROTTLE } from './flow.controls.js';

/** The types of steps a workflow can have. */
export const STEP_TYPES = [
  'in_app',
  'email',
  'sms',
  'push',
  'chat',
  'tool',
  'delay',
  'digest',
  'throttle',
  'http_request',
  'custom',
] as const;

export type StepType = (typeof STEP_TYPES)[number];

export const STEP_KINDS: Record<StepType, StepKind> = {
  in_app: IN_APP,
  email: EMAIL,
  sms: SMS,
  push: PUSH,
  chat: CHAT,
  tool: TOOL,
  delay: DELAY,
  digest: DIGEST,
  throttle: THROTTLE,
  http_request: HTTP_REQUEST,
  custom: CUSTOM,
};

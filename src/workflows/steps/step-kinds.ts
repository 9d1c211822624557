import type { StepKind } from './control-schema.js';
import { IN_APP } from './in-app.controls.js';
import { CHAT, EMAIL, PUSH, SMS, TOOL } from './message.controls.js';
import { CUSTOM, HTTP_REQUEST } from './other.controls.js';
import { DELAY, DIGEST, THROTTLE } from './waiting.controls.js';

/** The kinds of steps a workflow can have. */
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

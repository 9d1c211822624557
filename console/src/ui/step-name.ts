import type { Schemas } from '../api/client';

export type StepType = Schemas['StepUpsertDto']['type'];

/** Kinds of steps as people call them, in the order in which they are offered. */
export const STEP_NAMES: Record<StepType, string> = {
  in_app: 'In-app',
  email: 'Email',
  sms: 'SMS',
  push: 'Push',
  chat: 'Chat',
  tool: 'Incident alert',
  delay: 'Delay',
  wait_until: 'Wait until',
  digest: 'Digest',
  throttle: 'Throttle',
  http_request: 'HTTP request',
  custom: 'Custom',
};

/** The name of a kind of step; new kinds are called as the API calls them. */
export function stepName(type: string): string {
  return STEP_NAMES[type as StepType] ?? type;
}

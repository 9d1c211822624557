import type { Schemas } from '../../api/client';

export type StepType = Schemas['StepUpsertDto']['type'];

/** The kinds of steps, as they are called and in the order in which they are offered. */
const NAMES: Record<StepType, string> = {
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
  custom: 'Values for later steps',
};

export const STEP_TYPES = Object.keys(NAMES) as StepType[];

/** What a kind of step is called. */
export function kindName(type: StepType): string {
  return NAMES[type];
}

const MESSAGES: readonly StepType[] = ['in_app', 'email', 'sms', 'push', 'chat'];

/** Whether a step shows something to its recipient. */
export function isMessage(type: StepType): boolean {
  return MESSAGES.includes(type);
}

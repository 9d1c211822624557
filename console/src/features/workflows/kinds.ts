import { STEP_NAMES, type StepType } from '../../ui/step-name';

/** In the editor, the name says what a step is for. */
const NAMES = { ...STEP_NAMES, custom: 'Values for later steps' };

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

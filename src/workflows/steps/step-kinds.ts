import { type Channel, isChannel } from '#libs/channels.js';
import type { StepControlsOfKind } from './control-schema.js';
import { CUSTOM, HTTP_REQUEST, THROTTLE } from './flow.controls.js';
import { CHAT, EMAIL, IN_APP, PUSH, SMS, TOOL } from './message.controls.js';
import { DELAY, DIGEST, WAIT_UNTIL } from './wait.controls.js';

/** What a type of steps does, besides its control values. */
interface StepFacts {
  /** It calls a provider or another service. */
  asksOutside: boolean;
  /** The run waits there because the workflow says so. */
  waits: boolean;
  /** Executing it twice does no harm, because everything it does is derived from the run. */
  isRepeatable: boolean;
  /** Workflows in code can have it. */
  isInCode: boolean;
  /** Whether a failure ends the run (behaviour P5, P6, W2): always, or as its control values say. */
  whenFailed: 'ends' | 'ends_unless_continued' | 'ends_if_asked';
}

/** Everything about a type of steps that is the same for all steps of it. */
export type StepKind = StepControlsOfKind & StepFacts;

const SENT: StepFacts = {
  asksOutside: true,
  waits: false,
  isRepeatable: false,
  isInCode: true,
  whenFailed: 'ends_if_asked',
};
const WAIT: StepFacts = { ...SENT, asksOutside: false, waits: true, whenFailed: 'ends' };

/** A step that sends a message has the name of its channel as type. */
const KINDS = {
  in_app: { ...IN_APP, ...SENT, asksOutside: false, isRepeatable: true },
  email: { ...EMAIL, ...SENT },
  sms: { ...SMS, ...SENT },
  push: { ...PUSH, ...SENT },
  chat: { ...CHAT, ...SENT },
  tool: { ...TOOL, ...SENT },
  delay: { ...DELAY, ...WAIT },
  wait_until: { ...WAIT_UNTIL, ...WAIT, isInCode: false },
  digest: { ...DIGEST, ...WAIT },
  throttle: { ...THROTTLE, ...WAIT, waits: false },
  http_request: { ...HTTP_REQUEST, ...SENT, isInCode: false, whenFailed: 'ends_unless_continued' },
  custom: { ...CUSTOM, ...SENT, asksOutside: false, isRepeatable: true },
} satisfies Record<Channel, StepKind> & Record<string, StepKind>;

export type StepType = keyof typeof KINDS;

export const STEP_KINDS: Readonly<Record<StepType, StepKind>> = KINDS;

/** The types of steps a workflow can have. */
export const STEP_TYPES = Object.keys(KINDS) as readonly StepType[];

/** The types of steps that send a message. */
export const MESSAGE_STEPS = STEP_TYPES.filter(isChannel);

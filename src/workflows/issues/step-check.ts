import type { Duration } from '#libs/schedule/durations.js';
import type { JsonSchema } from '../steps/schema-types.js';
import type { StepType } from '../steps/step-kinds.js';
import type { ControlText } from './control-texts.js';
import type { ControlIssue } from './issue.js';

/** A step as its checks see it. */
export interface CheckedStep {
  type: StepType;
  values: Readonly<Record<string, unknown>>;
  /** JSON Schema of what its templates and conditions can name. */
  variables: JsonSchema;
  /** Texts that are rendered. */
  texts: readonly ControlText[];
  now: Date;
  /** The longest time a step may wait (behaviour Y6, DG12). */
  longestWait: Duration;
}

/** Looks for one kind of problem. */
export type StepCheck = (step: CheckedStep) => ControlIssue[];

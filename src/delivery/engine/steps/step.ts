import type { Duration } from '#libs/schedule/durations.js';
import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import type { Computation } from '../../../platform/computation/computation.service.js';
import type { Tracing } from '../../../platform/tracing/tracing.js';
import type { MessageLinks } from '../../../preferences/links/message-links.service.js';
import type { Run, RunWait } from '../../../notifications/activity/run.schema.js';
import type { WorkflowStep } from '../../../workflows/workflow.schema.js';
import type { RetryPolicy } from './retry-policy.js';
import type { StepEffects } from '../step-effects.js';
import type { StepOutcome } from '../step-outcome.js';
import type { RunScope } from '../run-input.js';
import type { Expiry } from './expiry.js';

/** Services for steps, besides their run. */
export interface StepServices {
  computation: Pick<Computation, 'run'>;
  effects: StepEffects;
  /** The addresses for the choices of the recipient (behaviour CS5). */
  links: Pick<MessageLinks, 'unsubscribe' | 'preferences' | 'samples'>;
  /** The longest time a step may make a run wait, or a throttle window may last (behaviour Y6, DG12, H7). */
  maxWait: Duration;
  /** How failed messages are retried (behaviour S1). */
  retries: RetryPolicy;
  /** The time at which a message is about to be sent: later than that at which the run was continued. */
  now: () => Date;
  /** Where links in tracked emails lead; undefined while this installation has no public https address. */
  trackingAddress: string | undefined;
  /** Records a span for each step. */
  tracing: Pick<Tracing, 'span' | 'link'>;
}

/** One step of one run that is being executed. */
export interface StepContext {
  run: Readonly<Run>;
  step: WorkflowStep;
  scope: RunScope;
  /** Data for its templates and conditions. */
  data: TemplateScope;
  /** The wait that has ended; present when the step is executed for the second time. */
  wait?: RunWait;
  /** The last moment for its message. */
  expiry?: Expiry;
  /** The control values are the outputs of an application, and no templates. */
  isRendered?: boolean;
  /** Missing variables that its templates have printed so far, as `body: payload.orderId`. */
  missing: Set<string>;
}

/** Executes one kind of step. All side effects go through `services.effects`. */
export type StepExecutor = (context: StepContext, services: StepServices) => StepOutcome | Promise<StepOutcome>;

import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { RetentionService } from '../../../auth/retention.service.js';
import type { Event } from '../../../events/store/event.schema.js';
import { logIdsOfRun } from '../../../events/store/log-ids.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import { stateOf } from '../../../notifications/activity/run-state.js';
import { watchRun } from '../../../notifications/activity/run-events.js';
import { MessageLinks } from '../../../preferences/links/message-links.service.js';
import { Clock, DAY_MS, MINUTE_MS } from '../../../platform/clock.js';
import { Computation } from '../../../platform/computation/computation.service.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Tracing } from '../../../platform/tracing/tracing.js';
import { trackingAddress } from '../../sending/tracking/tracking-address.js';
import { RealEffects } from '../effects/real-effects.js';
import type { RunScope } from '../../engine/run-input.js';
import type { RetryPolicy } from '../../engine/steps/retry-policy.js';
import type { StepServices } from '../../engine/steps/step.js';
import { executeRun, type Retention } from '../../engine/execute-run.js';
import type { ExecutedRun } from './run-store.service.js';

/** Runs of one event whose steps get spans, of those that are executed together (behaviour TR5). */
const MAX_SHOWN = 50;

/** Whether the steps of the next run of this event get spans. */
type IsShown = (event: Event) => boolean;

/** What runs that are executed together have in common. */
export interface Batch {
  retention: Retention;
  /** Undefined where no traces are recorded. */
  isShown: IsShown | undefined;
}

/** Executes single runs with real effects, and stores nothing of them: with their spans and retention. */
@Injectable()
export class RunExecutor {
  readonly services: StepServices;

  constructor(
    private readonly retention: RetentionService,
    private readonly tracing: Tracing,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    private readonly logger: Logger,
    computation: Computation,
    effects: RealEffects,
    links: MessageLinks,
    config: Config,
  ) {
    this.services = {
      computation,
      effects,
      links,
      maxWait: { amount: config.maxWaitDays, unit: 'days' },
      retries: retryPolicyOf(config),
      now: () => clock.now(),
      trackingAddress: trackingAddress(config),
      tracing,
    };
  }

  /** For how long the runs and messages of an environment are kept (behaviour N1, N7). */
  async retentionOf(environmentId: Types.ObjectId): Promise<Retention> {
    const { activity, inApp, messages } = await this.retention.of(environmentId);
    return { runMs: activity * DAY_MS, inAppMs: inApp * DAY_MS, otherMs: messages * DAY_MS };
  }

  /** To be asked for once, for runs of one environment that are executed together. */
  async batchOf({ id }: EnvironmentRef): Promise<Batch> {
    return { retention: await this.retentionOf(id), isShown: this.detail() };
  }

  /** Decides whose steps get spans; undefined where no traces are recorded. */
  private detail(): IsShown | undefined {
    if (!this.tracing.isOn) return undefined;
    const shown = new Map<Event, number>();
    return (event) => {
      const count = (shown.get(event) ?? 0) + 1;
      shown.set(event, count);
      return count <= MAX_SHOWN;
    };
  }

  /** Executes a run until it ends or waits, in memory. */
  async execute(run: Run, scope: RunScope, { retention, isShown }: Batch): Promise<ExecutedRun> {
    const changeOf = watchRun(run);
    const isQuiet = isShown?.(scope.event) === false;
    const work = () => executeRun(run, scope, this.services, retention);
    const result = await (isQuiet ? this.tracing.quietly(work) : work());
    this.noteHeld(run);
    const sinceTriggerMs = this.clock.now().getTime() - scope.event.createdAt.getTime();
    return { run, scope, ...result, change: changeOf(sinceTriggerMs) };
  }

  private noteHeld(run: Run): void {
    const state = stateOf(run);
    const { type = '', reason = '' } = run.steps[run.stepIndex] ?? {};
    if (state.kind === 'waiting' && state.for === 'turn') this.metrics.heldMessages.add({ channel: type, reason });
  }

  /** Behaviour P7: a run that is cut off does not prevent the others from being stored. */
  async executeOrCutOff(run: Run, scope: RunScope, batch: Batch): Promise<ExecutedRun | undefined> {
    try {
      return await this.execute(run, scope, batch);
    } catch (error) {
      this.logger.warn({ ...logIdsOfRun(run, scope.event), err: error }, 'A run was cut off and will be repeated');
      return undefined;
    }
  }
}

/** Attempts in quick succession where the installation states no number of its own. */
const QUICK_TRIES = 6;

function retryPolicyOf({ sendTries, sendRetrySeconds, sendEmailMinutes, sendMinutes }: Config): RetryPolicy {
  return {
    tries: sendTries || QUICK_TRIES,
    endsAfterTries: sendTries > 0,
    firstWaitMs: sendRetrySeconds * 1000,
    spans: { email: sendEmailMinutes * MINUTE_MS, other: sendMinutes * MINUTE_MS },
    random: Math.random,
  };
}

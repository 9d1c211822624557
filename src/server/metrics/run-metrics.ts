import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MESSAGE_STEPS } from '../../workflows/steps/step-kinds.js';
import { type RunChange, RunEvents } from '../../notifications/activity/run-events.js';
import { isOpen } from '../../notifications/activity/statuses.js';
import { Metrics } from '../../platform/metrics/metrics.js';

/** Counts runs and steps that end in this process. */
@Injectable()
export class RunMetrics implements OnModuleInit {
  constructor(
    private readonly events: RunEvents,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.events.add((changes) => this.onRuns(changes));
    // A rule that asks whether a counter has grown sees nothing when it begins above zero.
    for (const channel of MESSAGE_STEPS) this.metrics.deadLetters.add({ channel }, 0);
  }

  onRuns(changes: readonly RunChange[]): void {
    for (const { run, ended, latencyMs } of changes) {
      if (!isOpen(run.status)) this.metrics.runs.add({ status: run.status });
      for (const { type, reason = 'internal_error' } of ended) {
        this.metrics.steps.add({ type, reason });
        if (reason === 'send_failed') this.metrics.deadLetters.add({ channel: type });
        if (reason === 'delivered' && latencyMs !== undefined) {
          this.metrics.deliverySeconds.observe({ channel: type }, latencyMs / 1000);
        }
      }
    }
  }
}

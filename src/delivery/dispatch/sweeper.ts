import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { priorityOf } from '../../events/store/event.schema.js';
import { EventsService, type OverdueEvent } from '../../events/store/events.service.js';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { JobQueue, type Turn } from '../../platform/queue/job-queue.js';
import { RunCountingService } from '../runs/execution/run-counting.service.js';

const BATCH = 500;

/**
 * Finds accepted events that were not delivered in time, because the queue was unavailable or emptied or a worker died, and
 * gives their environments turns. The database is the source of truth; because of the sweeper, the queue is only a hint.
 */
@Injectable()
export class Sweeper {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Sweep failed and will be repeated'),
    { everyMs: this.config.sweepIntervalSeconds * 1000 },
    () => this.handOutOverdue(),
  );

  constructor(
    private readonly events: EventsService,
    private readonly counting: RunCountingService,
    private readonly queue: JobQueue,
    private readonly metrics: Metrics,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * On the embedded store, a single-process deployment, no worker can be delivering an event when this process starts: all
   * open events are handed out immediately instead of when they are overdue. Without Redis the queue is empty at the start:
   * those that wait are handed out.
   */
  async start(): Promise<void> {
    const { mongodbUri, redisUrl } = this.config;
    if (!mongodbUri) await this.events.makeAllOverdue();
    else if (!redisUrl) await this.events.makeWaitingOverdue();
    await this.sweep();
    this.task.start();
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  /** Hands out all overdue events. A failure is logged; the next sweep tries again. */
  sweep(): Promise<void> {
    return this.task.run();
  }

  private async handOutOverdue(): Promise<void> {
    await this.counting.recover();
    const renewed = new Set<string>();
    for (;;) {
      const overdue = await this.events.findOverdue(BATCH);
      if (overdue.length === 0) return;
      this.logger.warn({ events: overdue.length }, 'Events were not delivered in time and are handed out again');
      this.metrics.rescuedEvents.add({}, overdue.length);
      await this.events.makeWait(overdue);
      // An environment with a long backlog gets one more turn, not one for each batch of events.
      const turns = overdue.map(toTurn);
      await this.queue.renew(turns.filter((turn) => !renewed.has(keyOf(turn))));
      await this.queue.add(turns.filter((turn) => renewed.has(keyOf(turn))));
      for (const turn of turns) renewed.add(keyOf(turn));
      // Only when the queue has the turns: while it is unavailable, events stay overdue and their wait does not grow.
      await this.events.noteHandedOut(overdue);
    }
  }
}

function toTurn(event: OverdueEvent): Turn {
  return { environmentId: event.environmentId.toHexString(), priority: priorityOf(event) };
}

function keyOf({ environmentId, priority }: Turn): string {
  return `${environmentId} ${priority}`;
}

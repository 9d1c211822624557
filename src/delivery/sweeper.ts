import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { priorityOf } from '../events/event.schema.js';
import { EventsService, type OverdueEvent } from '../events/events.service.js';
import { Logger } from '../platform/logging/logger.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import type { Turn } from '../platform/queue/turn.js';
import { RunCountingService } from './counting/run-counting.service.js';

const BATCH = 500;

/**
 * Finds accepted events that nobody has finished in time, because the queue was away or emptied or a worker died,
 * and gives their environments turns. The store is the truth; this is what makes the queue a mere hint.
 */
@Injectable()
export class Sweeper {
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly events: EventsService,
    private readonly counting: RunCountingService,
    private readonly queue: JobQueue,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * On the embedded store this process is the only one, so that nobody can be at work on an event that is open when
   * it starts: all of them are handed out at once instead of when their time has come.
   */
  async start(): Promise<void> {
    const alone = !this.config.mongodbUri;
    if (alone) await this.events.makeAllOverdue();
    await this.sweep();
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.sweep());
    }, this.config.sweepIntervalSeconds * 1000);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Hands out all events that are due. A failure is logged; the next sweep tries again. */
  async sweep(): Promise<void> {
    try {
      await this.counting.recover();
      const renewed = new Set<string>();
      for (;;) {
        const overdue = await this.events.findOverdue(BATCH);
        if (overdue.length === 0) return;
        this.logger.warn({ events: overdue.length }, 'Events were not delivered in time and are handed out again');
        await this.events.makeWait(overdue);
        // An environment with a long backlog gets one turn more, and not one for each batch of events.
        const turns = overdue.map(toTurn);
        await this.queue.renew(turns.filter((turn) => !renewed.has(keyOf(turn))));
        await this.queue.add(turns.filter((turn) => renewed.has(keyOf(turn))));
        for (const turn of turns) renewed.add(keyOf(turn));
        // Only when the queue has them: while it is away they stay overdue, and do not wait longer each time.
        await this.events.noteHandedOut(overdue);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'Sweep failed and will be repeated');
    }
  }
}

function toTurn(event: OverdueEvent): Turn {
  return { environmentId: event.environmentId.toHexString(), priority: priorityOf(event) };
}

function keyOf({ environmentId, priority }: Turn): string {
  return `${environmentId} ${priority}`;
}

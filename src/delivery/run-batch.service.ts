import { Injectable } from '@nestjs/common';
import { createTemplateEngines } from '#libs/rendering/liquid-engine.js';
import { Clock } from '../common/clock.js';
import { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { RunsService } from '../notifications/activity/runs.service.js';
import { MessagesService } from '../notifications/messages/messages.service.js';
import type { Subscriber } from '../subscribers/subscriber.schema.js';
import { executeRun, type Retention } from './execute-run.js';
import type { EventScope } from './run-input.js';

const DAY_MS = 86_400_000;

/** Somebody an event is for. */
export interface RunRecipient {
  subscriber: Subscriber;
  /** The topics the recipient was reached through, for the activity; absent when named directly. */
  topics?: { id: string; key: string }[];
}

/** What runs came to; a run that waits is counted nowhere. */
export interface RunCounts {
  sent: number;
  failed: number;
  skipped: number;
}

/** Executes runs in memory and stores what they lead to in bulk. */
@Injectable()
export class RunBatchService {
  private readonly engines;
  private readonly retention: Retention;

  constructor(
    private readonly messages: MessagesService,
    private readonly runs: RunsService,
    private readonly logger: Logger,
    clock: Clock,
    config: Config,
  ) {
    this.engines = createTemplateEngines({ now: () => clock.now() });
    this.retention = { runMs: config.activityRetentionDays * DAY_MS, inAppMs: config.inAppRetentionDays * DAY_MS };
  }

  /**
   * Executes and stores the runs of one event for at most 500 recipients. It may be interrupted anywhere and run again:
   * what it stores has ids that follow from the event.
   */
  async start(scope: EventScope, recipients: RunRecipient[]): Promise<RunCounts> {
    const results = recipients.map(({ subscriber }) =>
      executeRun({ ...scope, subscriber }, this.engines, this.retention),
    );
    await this.messages.insertNew(results.flatMap(({ messages }) => messages));
    await this.runs.insertNew(results.map(({ run }) => run));
    for (const { run, messages } of results) {
      const ids = { subscriberId: run.subscriberId.toHexString(), runId: run._id.toHexString() };
      this.logger.info({ ...ids, status: run.status, messages: messages.length }, 'Run finished');
    }
    const failed = results.filter(({ run }) => run.status === 'failed').length;
    return { sent: results.length - failed, failed, skipped: 0 };
  }
}

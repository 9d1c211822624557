import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { groupBy } from '../../platform/values/group-by.js';
import { Config } from '../../platform/config/config.js';
import { EventsService } from '../../events/events.service.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { Message } from '../../notifications/messages/message.schema.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { type Refusal, replayRefusal, reopened } from './replayed-runs.js';

const DAY_MS = 86_400_000;

/** Has messages sent once more, by waking their runs at the steps the messages came from. */
@Injectable()
export class DeadLetterWaker {
  private readonly retentionMs: number;

  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly runs: RunsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.retentionMs = config.activityRetentionDays * DAY_MS;
  }

  /**
   * Wakes the runs of these messages and takes the messages off the list; returns why some of them cannot be sent, by
   * hexadecimal id. `runs`: those of the messages, by hexadecimal id, as they are now. Of several who ask at once one
   * wakes a run. Runs come first: a message that is still on the list while it is being sent does no harm, since its run
   * is open, and is told to have been sent, or to have failed again, before its run ends.
   */
  async wake(messages: readonly Message[], runs: ReadonlyMap<string, Run>): Promise<Map<string, Refusal>> {
    const byRun = groupBy(messages, ({ runId }) => runId.toHexString());
    const events = await this.events.findMany([...runs.values()].map(({ eventId }) => eventId));
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + this.retentionMs);
    const refused = new Map<string, Refusal>();
    const ready = [...byRun].flatMap(([id, own]) => {
      const run = runs.get(id);
      const refusal = replayRefusal(run, run && events.get(run.eventId.toHexString()), own);
      if (run && !refusal) return [reopened(run, own, expiresAt)];
      refused.set(id, refusal ?? 'run_gone');
      return [];
    });
    const woken = await this.runs.reopen(ready, now);
    await this.takeOffList(messages.filter(({ runId }) => woken.has(runId.toHexString())));
    return new Map(
      messages.flatMap(({ _id, runId }): [string, Refusal][] => {
        const run = runId.toHexString();
        // A run that somebody else has woken goes on for that one.
        return woken.has(run) ? [] : [[_id.toHexString(), refused.get(run) ?? 'run_open']];
      }),
    );
  }

  /** A message that has already failed once more belongs on the list: it counts one replay more than it did. */
  private async takeOffList(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    await rawCollection<Message>(this.messages).bulkWrite(
      messages.map(({ _id, replays = { $exists: false } }) => ({
        updateOne: { filter: { _id, replays }, update: { $unset: { deadAt: '' } } },
      })),
      { ordered: false },
    );
  }
}

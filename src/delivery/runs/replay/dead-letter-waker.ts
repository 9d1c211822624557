import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Event } from '../../../events/store/event.schema.js';
import { EventsService } from '../../../events/store/events.service.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import { isOpen } from '../../../notifications/activity/statuses.js';
import { type ReopenedRun, RunsService } from '../../../notifications/activity/runs.service.js';
import type { Replay } from '../../../notifications/messages/sending-progress.js';
import { Message } from '../../../notifications/messages/message.schema.js';
import { RetentionService } from '../../../auth/retention.service.js';
import { Clock } from '../../../platform/clock.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import { IdMap } from '../../../platform/ids.js';

/** Why a message cannot be sent again. */
export type Refusal = 'run_deleted' | 'run_open' | 'content_deleted' | 'attachments_deleted';

/** Sends messages again by waking their runs at the steps of these messages. */
@Injectable()
export class DeadLetterWaker {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    private readonly runs: RunsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly retention: RetentionService,
  ) {}

  /**
   * Wakes the runs of these messages and removes the messages from the list. Returns by id why some of them
   * cannot be sent. `runs`: the current runs of the messages. Of several concurrent calls one wakes a run. Runs are
   * woken first: a message that is still on the list while it is being sent does no harm, since its run is open, and
   * the message is updated before its run ends.
   */
  async wake(messages: readonly Message[], runs: IdMap<Run>): Promise<IdMap<Refusal>> {
    const [first] = messages;
    if (!first) return new IdMap();
    const byRun = IdMap.groupBy(messages, ({ runId }) => runId);
    const events = await this.events.findMany([...runs.values()].map(({ eventId }) => eventId));
    const now = this.clock.now();
    const expiresAt = await this.retention.expiry(first.environmentId, 'activity', now);
    const refused = new IdMap<Refusal>();
    const ready = [...byRun.values()].flatMap((own) => {
      const { runId } = own[0]!;
      const run = runs.get(runId);
      const refusal = replayRefusal(run, run && events.get(run.eventId), own);
      if (run && !refusal) return [reopened(run, own, expiresAt)];
      refused.set(runId, refusal ?? 'run_deleted');
      return [];
    });
    const woken = await this.runs.reopen(ready, now);
    await this.takeOffList(messages.filter(({ runId }) => woken.has(runId)));
    return new IdMap(
      messages
        .filter(({ runId }) => !woken.has(runId))
        // Without a refusal a concurrent call woke the run.
        .map(({ _id, runId }) => [_id, refused.get(runId) ?? 'run_open']),
    );
  }

  /** Leaves a message that has already failed again on the list: its number of replays has increased. */
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

/** Returns why the messages of a run cannot be sent again, if so. Their content comes from the event of the run. */
function replayRefusal(
  run: Run | undefined,
  event: Pick<Event, 'attachments'> | undefined,
  messages: readonly Message[],
): Refusal | undefined {
  if (!run) return 'run_deleted';
  if (isOpen(run.status)) return 'run_open';
  if (!event) return 'content_deleted';
  // Behaviour E4, E5: attachments were deleted when the run ended.
  const hasFiles = (event.attachments ?? []).length > 0;
  return hasFiles && messages.some(({ channel }) => channel === 'email') ? 'attachments_deleted' : undefined;
}

/** The run with only the steps of these messages to be executed again. */
function reopened(run: Run, messages: readonly Message[], expiresAt: Date): ReopenedRun {
  const replays = run.steps.flatMap(({ stepId, status }, step): Replay[] => {
    const own = messages.filter((message) => message.stepId === stepId).map(({ _id }) => _id.toHexString());
    return own.length > 0 ? [{ step, messages: own, delivered: status === 'completed' }] : [];
  });
  return {
    _id: run._id,
    stepIndex: replays[0]?.step ?? run.steps.length,
    replays,
    replayedFrom: run.status,
    replayId: run.replayId,
    expiresAt,
  };
}

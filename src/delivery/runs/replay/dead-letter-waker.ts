import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { AttachmentGoneError, AttachmentsService } from '../../../events/attachments/attachments.service.js';
import type { Event } from '../../../events/store/event.schema.js';
import { EventsService } from '../../../events/store/events.service.js';
import { Run } from '../../../notifications/activity/run.schema.js';
import { entering } from '../../../notifications/activity/run-state.js';
import { type ClosedStatus, isOpen } from '../../../notifications/activity/statuses.js';
import type { Replay } from '../../../notifications/messages/sending-progress.js';
import { Message } from '../../../notifications/messages/message.schema.js';
import { RetentionService } from '../../../auth/retention.service.js';
import { Clock } from '../../../platform/clock.js';
import { DueTimes } from '../../../platform/queue/due-times.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import { IdMap, IdSet } from '../../../platform/ids.js';

/** Why a message cannot be sent again. */
export type Refusal = 'run_deleted' | 'run_open' | 'content_deleted' | 'attachments_deleted';

/** Sends messages again by waking their runs at the steps of these messages. */
@Injectable()
export class DeadLetterWaker {
  constructor(
    @InjectModel(Message.name) private readonly messages: Model<Message>,
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly events: EventsService,
    private readonly attachments: AttachmentsService,
    private readonly due: DueTimes,
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
    const lost = await this.withLostFiles(messages, runs, events);
    const now = this.clock.now();
    const expiresAt = await this.retention.expiry(first.environmentId, 'activity', now);
    const refused = new IdMap<Refusal>();
    const ready = [...byRun.values()].flatMap((own) => {
      const { runId } = own[0]!;
      const run = runs.get(runId);
      const replay = run ? replayOf(run, events.get(run.eventId), own, lost.has(run.eventId)) : 'run_deleted';
      if (typeof replay !== 'string') return [replay];
      refused.set(runId, replay);
      return [];
    });
    const woken = await this.reopen(ready, { expiresAt, updatedAt: now });
    await this.takeOffList(messages.filter(({ runId }) => woken.has(runId)));
    return new IdMap(
      messages
        .filter(({ runId }) => !woken.has(runId))
        // Without a refusal a concurrent call woke the run.
        .map(({ _id, runId }) => [_id, refused.get(runId) ?? 'run_open']),
    );
  }

  /** Returns the ids of the runs it has made due again; concurrent calls reopen the others, which may have ended again. */
  async reopen(replays: readonly RunReplay[], times: Pick<Run, 'expiresAt' | 'updatedAt'>): Promise<IdSet> {
    if (replays.length === 0) return new IdSet();
    const runs = rawCollection<Run>(this.runs);
    const own = new Types.ObjectId();
    const { modifiedCount } = await runs.bulkWrite(
      replays.map(({ run: { _id, replayId = { $exists: false } }, steps, from }) => {
        const [{ step: stepIndex }] = steps;
        const state = entering({ kind: 'waiting', for: 'replay', until: times.updatedAt, replays: steps, from });
        const $set = { ...state.$set, ...times, stepIndex, replayId: own };
        return { updateOne: { filter: { _id, status: from, replayId }, update: { ...state, $set } } };
      }),
      { ordered: false },
    );
    this.due.expect('runs', [times.updatedAt]);
    const written = { _id: { $in: replays.map(({ run }) => run._id) }, replayId: own };
    const reopened =
      modifiedCount === replays.length
        ? replays.map(({ run }) => run)
        : await runs.find(written, { projection: { _id: 1 } }).toArray();
    return new IdSet(reopened.map(({ _id }) => _id));
  }

  /** The events of these emails whose attachments cannot be read any more (behaviour E12). */
  private async withLostFiles(messages: readonly Message[], runs: IdMap<Run>, events: IdMap<Event>): Promise<IdSet> {
    const emails = new IdSet(messages.flatMap(({ channel, runId }) => (channel === 'email' ? [runId] : [])));
    const of = new IdSet([...runs.values()].flatMap(({ _id, eventId }) => (emails.has(_id) ? [eventId] : [])));
    const lost: Types.ObjectId[] = [];
    for (const { _id, environmentId, attachments = [] } of events.values()) {
      if (!of.has(_id)) continue;
      try {
        await this.attachments.assertThere({ environmentId, eventId: _id }, attachments);
      } catch (error) {
        if (!(error instanceof AttachmentGoneError)) throw error;
        lost.push(_id);
      }
    }
    return new IdSet(lost);
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

/** The steps of a run whose messages are sent again, first the one that it continues with. `from`: its status before. */
export interface RunReplay {
  run: Pick<Run, '_id' | 'replayId'>;
  steps: [Replay, ...Replay[]];
  from: ClosedStatus;
}

/**
 * What of a run is sent again for these messages, or why nothing can be. Their content comes from the event of the run.
 * `areFilesLost`: its attachments cannot be read any more.
 */
export function replayOf(
  { _id, replayId, status, steps }: Pick<Run, '_id' | 'replayId' | 'status' | 'steps'>,
  event: Pick<Event, '_id'> | undefined,
  messages: readonly Pick<Message, '_id' | 'stepId' | 'channel'>[],
  areFilesLost = false,
): RunReplay | Refusal {
  if (isOpen(status)) return 'run_open';
  if (!event) return 'content_deleted';
  if (areFilesLost && messages.some(({ channel }) => channel === 'email')) return 'attachments_deleted';
  const [first, ...more] = steps.flatMap((record, step): Replay[] => {
    const own = messages.filter(({ stepId }) => stepId === record.stepId).map((message) => message._id.toHexString());
    return own.length > 0 ? [{ step, messages: own, delivered: record.status === 'completed' }] : [];
  });
  return first ? { run: { _id, replayId }, steps: [first, ...more], from: status } : 'content_deleted';
}

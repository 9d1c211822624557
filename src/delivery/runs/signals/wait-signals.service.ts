import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import { EventArrivals } from '../../../events/store/event-arrivals.service.js';
import { Run, type RunAwaits, type WaitEnd } from '../../../notifications/activity/run.schema.js';
import { stateOf } from '../../../notifications/activity/run-state.js';
import {
  type MarkedInbox,
  MessageEvents,
  type StatusArrival,
} from '../../../notifications/messages/message-events.service.js';
import { MessagesService } from '../../../notifications/messages/messages.service.js';
import { Clock } from '../../../platform/clock.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import { DueTimes } from '../../../platform/queue/due-times.js';
import { inboxKey } from '../../engine/steps/wait-until.step.js';

/** A wait that may be ended: of which run, if it waits for what, and by what. */
interface Signal {
  filter: mongo.Filter<Run>;
  end: WaitEnd;
}

/**
 * Ends waits of `wait_until` steps before their timeout (behaviour CS72, CS73). Of a status, an event, the timeout and a
 * cancellation the first wins: each is one update of the run, and finds it only while it waits and nothing has ended the wait.
 */
@Injectable()
export class WaitSignals {
  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly messages: MessagesService,
    private readonly arrivals: EventArrivals,
    private readonly due: DueTimes,
    private readonly clock: Clock,
    messageEvents: MessageEvents,
  ) {
    messageEvents.statusesArrived.add((arrivals) => this.statusesArrived(arrivals));
    messageEvents.inboxMarked.add((marked) => this.inboxMarked(marked));
  }

  /** Ends the waits for these statuses. One command. */
  async statusesArrived(arrivals: readonly StatusArrival[]): Promise<void> {
    const at = this.clock.now();
    await this.end(arrivals.map((arrival) => statusSignal(arrival, at)));
  }

  /**
   * Looks once more at what runs wait for that have just begun to wait, and been stored: it may have come between the look
   * before and the storing. At most three commands for all runs, and none without such runs.
   */
  async lookAgain(runs: readonly Run[]): Promise<void> {
    const begun = runs.filter((run) => {
      const state = stateOf(run);
      return state.kind === 'waiting' && state.for === 'signal';
    });
    if (begun.length === 0) return;
    const at = this.clock.now();
    const waits = begun.map((run) => ({ run, ...awaitedBy(run) }));
    const [states, arrivals] = await Promise.all([
      this.messages.findStates(waits.flatMap(({ messages }) => messages.map(({ id }) => id))),
      this.arrivals.find(waits.flatMap(({ run, events }) => (events.length > 0 ? [run.eventId] : []))),
    ]);
    const signals = waits.flatMap(({ run, messages, events }): Signal[] => [
      ...messages.flatMap(({ id, stepId }) => {
        const statuses = states.get(id)?.statuses ?? [];
        return statuses.length > 0 ? [statusSignal({ runId: run._id, stepId, statuses }, at)] : [];
      }),
      ...(arrivals.get(run.eventId) ?? [])
        .filter(({ name }) => events.includes(name))
        .map(({ name, payload }) => eventSignal([run._id], { name, payload }, at)),
    ]);
    await this.end(signals);
  }

  /** Ends the waits of these runs for an event, and returns how many it has ended. */
  async eventArrived(
    runIds: readonly Types.ObjectId[],
    event: { name: string; payload?: Record<string, unknown> },
  ): Promise<number> {
    return this.end([eventSignal(runIds, event, this.clock.now())]);
  }

  /** Ends the waits for notifications of an inbox that are seen or read now. One command when nothing waits for them. */
  private async inboxMarked({ environment, subscriberId }: MarkedInbox): Promise<void> {
    const filter = { environmentId: environment.id, 'wait.awaits.keys': inboxKey(subscriberId), status: 'waiting' };
    await this.lookAgain(await this.documents.find(filter as mongo.Filter<Run>).toArray());
  }

  private async end(signals: readonly Signal[]): Promise<number> {
    if (signals.length === 0) return 0;
    const now = this.clock.now();
    const { modifiedCount } = await this.documents.bulkWrite(
      signals.map(({ filter, end }) => ({
        updateMany: {
          filter: { ...filter, status: 'waiting', 'wait.ended': { $exists: false }, 'wait.until': { $gt: now } },
          update: { $set: { wakeAt: now, 'wait.ended': end, updatedAt: now }, $unset: { 'wait.awaits.keys': '' } },
        },
      })) as mongo.AnyBulkWriteOperation<Run>[],
      { ordered: false },
    );
    if (modifiedCount > 0) this.due.expect('runs', [now]);
    return modifiedCount;
  }

  private get documents(): mongo.Collection<Run> {
    return rawCollection<Run>(this.runs);
  }
}

function statusSignal({ runId, stepId, statuses }: StatusArrival, at: Date): Signal {
  const awaited = { stepId, status: { $in: [...statuses] } };
  return {
    filter: { _id: runId, 'wait.awaits.until': { $elemMatch: awaited } },
    end: { at, stepId, statuses },
  };
}

function eventSignal(
  runIds: readonly Types.ObjectId[],
  { name, payload }: { name: string; payload?: Record<string, unknown> },
  at: Date,
): Signal {
  return {
    filter: { _id: { $in: [...runIds] }, 'wait.awaits.until.event': name },
    end: { at, event: name, ...(payload && { payload }) },
  };
}

/** The messages and events that a run waits for. */
function awaitedBy({ wait, steps }: Run) {
  const until: RunAwaits['until'] = wait?.awaits?.until ?? [];
  return {
    messages: steps.flatMap(({ stepId, messageIds = [] }) =>
      until.some((one) => 'status' in one && one.stepId === stepId) ? messageIds.map((id) => ({ id, stepId })) : [],
    ),
    events: until.flatMap((one) => ('event' in one ? [one.event] : [])),
  };
}

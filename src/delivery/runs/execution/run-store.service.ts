import { Injectable } from '@nestjs/common';
import { EventsService } from '../../../events/store/events.service.js';
import { MessageContents } from '../../../notifications/activity/content/message-contents.service.js';
import { type RunChange, RunEvents } from '../../../notifications/activity/run-events.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import { type RunState, stateOf } from '../../../notifications/activity/run-state.js';
import { RunsService } from '../../../notifications/activity/runs.service.js';
import { MessagesService } from '../../../notifications/messages/messages.service.js';
import { TickBatcher } from '../../../platform/scheduling/tick-batcher.js';
import type { RunResult } from '../../engine/execute-run.js';
import type { RunScope } from '../../engine/run-input.js';
import { WaitSignals } from '../signals/wait-signals.service.js';
import { RunCountingService } from './run-counting.service.js';
import { SuppressedSteps } from './suppressed-steps.service.js';

/** A run that was executed, with what its steps made. */
export interface ExecutedRun extends RunResult {
  run: Run;
  scope: RunScope;
  change: RunChange;
}

/** Up to this number of runs are stored with those of other events; more are a command of their own. */
const MAX_SHARING = 100;

/** Behaviour N2: whether a run in this state, or the digest it is part of, reads its event later. */
const NEEDS_EVENT: Record<RunState['kind'], boolean> = { running: false, waiting: true, merged: true, ended: false };

/** Stores runs with what they have made, in bulk, and announces them. */
@Injectable()
export class RunStore {
  // The runs of events that are delivered together are stored together.
  private readonly storing = new TickBatcher((ended: (readonly ExecutedRun[])[]) => this.storeTogether(ended));
  private readonly writing = new TickBatcher((progress: (readonly ExecutedRun[])[]) => this.writeTogether(progress));

  constructor(
    private readonly messages: MessagesService,
    private readonly contents: MessageContents,
    private readonly runs: RunsService,
    private readonly runEvents: RunEvents,
    private readonly events: EventsService,
    private readonly counting: RunCountingService,
    private readonly signals: WaitSignals,
    private readonly suppressed: SuppressedSteps,
  ) {}

  /** Stores runs before their first step, and returns those that did not exist yet. */
  async insert(runs: Run[]): Promise<Set<Run>> {
    const stored = await this.runs.insertOwn(runs);
    this.runEvents.stored(stored.map((run) => ({ run, ended: [] })));
    await this.keepEvents(stored);
    return new Set(stored);
  }

  /** Stores runs that were executed in memory until they ended. */
  async storeEnded(executed: readonly ExecutedRun[]): Promise<void> {
    await (executed.length > MAX_SHARING ? this.storeTogether([executed]) : this.storing.add(executed));
  }

  /**
   * Writes the progress of leased runs. `counted`: those that have ended are added to the counters of their events. Returns
   * whether all of them were still this worker's.
   */
  async write(executed: readonly ExecutedRun[], counted: boolean): Promise<boolean> {
    const counting = counted ? this.counting.mark(executed.map(({ run }) => run)) : undefined;
    const [isOwn] =
      executed.length > MAX_SHARING ? await this.writeTogether([executed]) : [await this.writing.add(executed)];
    if (counting) await this.counting.finish(counting);
    return isOwn!;
  }

  /** Writes leased runs that have ended without being executed, and counts them for their events. */
  async writeEnded(changes: readonly RunChange[], runs: Run[]): Promise<void> {
    const counting = this.counting.mark(runs);
    await this.runs.write(runs);
    if (counting) await this.counting.finish(counting);
    this.runEvents.stored(changes);
  }

  /** In parallel: if one of the two fails, the event stays at this chunk, and the whole chunk is repeated. */
  private async storeTogether(chunks: readonly (readonly ExecutedRun[])[]): Promise<void[]> {
    const ended = inOrderOfEvents(chunks);
    await Promise.all([this.messages.insertNew(ended.flatMap(({ messages }) => messages)), this.insertEnded(ended)]);
    await this.suppressed.tell(ended);
    return chunks.map(() => undefined);
  }

  /** Announces the runs that are new: others have been announced by an earlier attempt at the chunk. */
  private async insertEnded(ended: readonly ExecutedRun[]): Promise<void> {
    const stored = new Set(await this.runs.insertNew(ended.map(({ run }) => run)));
    this.runEvents.stored(ended.filter(({ run }) => stored.has(run)).map(({ change }) => change));
  }

  /** For each, whether all runs of the command were still this worker's. */
  private async writeTogether(portions: readonly (readonly ExecutedRun[])[]): Promise<boolean[]> {
    const executed = inOrderOfEvents(portions);
    const runs = executed.map(({ run }) => run);
    // First: a message that is stored is not sent again, so its content could not be stored later.
    await this.contents.insert(executed.flatMap(({ contents }) => contents));
    await this.messages.insertNew(executed.flatMap(({ messages }) => messages));
    await this.keepEvents(runs);
    const areOwn = await this.runs.write(runs);
    await this.signals.lookAgain(runs);
    await this.suppressed.tell(executed);
    this.runEvents.stored(executed.map(({ change }) => change));
    return portions.map(() => areOwn);
  }

  /** Events must not expire before the runs that need them later. */
  private async keepEvents(runs: readonly Run[]): Promise<void> {
    const needed = runs.filter((run) => NEEDS_EVENT[stateOf(run).kind]);
    if (needed.length === 0) return;
    const until = new Date(Math.max(...needed.map(({ expiresAt }) => expiresAt.getTime())));
    await this.events.keepUntil(
      needed.map(({ eventId }) => eventId),
      until,
    );
  }
}

/** The runs of events that are stored together, in the order in which the events were accepted (behaviour A14). */
function inOrderOfEvents(portions: readonly (readonly ExecutedRun[])[]): ExecutedRun[] {
  const executed = portions.flat();
  if (portions.length === 1) return executed;
  return executed.toSorted(
    ({ scope: { event: a } }, { scope: { event: b } }) =>
      a.createdAt.getTime() - b.createdAt.getTime() || Buffer.compare(a._id.id, b._id.id),
  );
}

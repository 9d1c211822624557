import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo, type Types } from 'mongoose';
import type { DigestMembership, Run, RunStep } from '../../../notifications/activity/run.schema.js';
import { enter, type RunState, stateOf } from '../../../notifications/activity/run-state.js';
import { RunsService } from '../../../notifications/activity/runs.service.js';
import { Clock } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { ignoreDuplicates, rawCollection } from '../../../platform/persistence/writes.js';
import { pollUntil } from '../../../platform/scheduling/poll-until.js';
import { decideJoin, type JoinDecision } from './decide-join.js';
import { DigestEvents } from './digest-events.js';
import { DigestWindowsService } from './digest-windows.service.js';
import { Digest } from './digest.schema.js';
import { IdMap, IdSet } from '../../../platform/ids.js';
import type { DigestJoin, DigestRequest, WindowEnd, DigestClosing, DigestedEvents } from '../../engine/step-effects.js';

/** Concurrent updates cannot delay a join this often; more rounds are a bug. */
const MAX_ROUNDS = 1000;

interface PlannedWrite {
  request: DigestRequest;
  write: mongo.AnyBulkWriteOperation<Digest>;
  join: DigestJoin;
}

/** Collects runs in windows, and gives the events of a closed window to one of them. */
@Injectable()
export class DigestsService {
  constructor(
    @InjectModel(Digest.name) private readonly digests: Model<Digest>,
    private readonly windows: DigestWindowsService,
    private readonly events: DigestEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the runs to the open windows of their groups, or opens new windows. Despite concurrent calls each run is in exactly
   * one window (behaviour DG7), and a repeated call has the same result (DG9).
   */
  async join(requests: readonly DigestRequest[]): Promise<DigestJoin[]> {
    const joins = new Map<DigestRequest, DigestJoin>();
    let open = [...requests];
    // Its first worker may still add a recovering run, until the window that it saw is closed: it is searched in each round.
    const recovering = requests.filter((request) => request.recovering);
    let doubtful = recovering;
    for (let round = 0; open.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error(`${open.length} runs could not be digested`);
      const writes = await this.decide(open, doubtful, joins);
      const written = await this.write(writes);
      if (written === writes.length) for (const { request, join } of writes) joins.set(request, join);
      // Some of several writes may have come too late; which ones is unknown.
      const unknown = written === 0 ? [] : writes.map(({ request }) => request);
      doubtful = [...new Set([...recovering, ...unknown])].filter((request) => !joins.has(request));
      open = open.filter((request) => !joins.has(request));
    }
    return requests.map((request) => joins.get(request)!);
  }

  async extend(ends: readonly WindowEnd[]): Promise<void> {
    for (const end of ends) await this.windows.extend(end);
  }

  /** Closes windows. Each is given to the first run that closes it; a repeated call gives it to the same run. */
  async close(requests: readonly (WindowEnd & { run: Types.ObjectId })[]): Promise<DigestClosing[]> {
    await this.windows.retire(requests);
    const taken = await this.windows.take(requests);
    const byWindow = new IdMap(taken.map((window) => [window.window, window]));
    const own = requests.flatMap(({ window, run }) => {
      const found = byWindow.get(window);
      return found?.takenBy?.equals(run) ? [found] : [];
    });
    const events = await this.events.ofWindows(own);
    return requests.map(({ window, run }) => {
      const takenBy = byWindow.get(window)?.takenBy;
      const digested = events.get(window);
      if (digested && takenBy?.equals(run)) return { kind: 'closed', ...digested };
      return { kind: 'taken', ...(takenBy && { by: takenBy }) };
    });
  }

  /** Returns the events of windows that were closed earlier, in the order of the windows. */
  async read(windows: readonly Types.ObjectId[]): Promise<DigestedEvents[]> {
    const events = await this.events.ofWindows(await this.windows.read([...windows]));
    return windows.map((window) => events.get(window) ?? { events: [], eventCount: 0 });
  }

  /** Settles the requests that can be settled, closes windows and moves pages where needed, and returns the writes. */
  private async decide(
    requests: readonly DigestRequest[],
    doubtful: readonly DigestRequest[],
    joins: Map<DigestRequest, DigestJoin>,
  ): Promise<PlannedWrite[]> {
    const digests = await this.documents.find({ _id: { $in: requests.map(({ group }) => group) } }).toArray();
    const byGroup = new Map(digests.map((digest) => [digest._id, digest]));
    // A run whose lease has not ended when the digests are read was in no other window before.
    const now = this.clock.now().getTime();
    const late = requests.filter(({ leaseEnd }) => leaseEnd && leaseEnd.getTime() <= now);
    // Runs only move from the digest to pages and closed windows, so they must be searched in this order.
    const memberships = await this.windows.findMemberships([...doubtful, ...late]);
    const writes: PlannedWrite[] = [];
    const finished: WindowEnd[] = [];
    const full = new Map<string, JoinDecision & { kind: 'turn-page' }>();
    for (const request of requests) {
      const decision = decideJoin(byGroup.get(request.group), request, memberships.get(request.run));
      if (decision.kind === 'settled') joins.set(request, decision.join);
      else if (decision.kind === 'write') writes.push({ request, ...decision });
      else if (decision.kind === 'retire') finished.push(decision.end);
      else full.set(decision.digest._id, decision);
    }
    for (const { digest, window } of full.values()) await this.windows.turnPage(digest, window);
    await this.windows.retire(finished);
    return writes;
  }

  /** Returns how many of the writes changed something. */
  private async write(writes: readonly PlannedWrite[]): Promise<number> {
    if (writes.length === 0) return 0;
    try {
      const operations = writes.map(({ write }) => write);
      const { matchedCount, insertedCount } = await this.documents.bulkWrite(operations, { ordered: false });
      return matchedCount + insertedCount;
    } catch (error) {
      ignoreDuplicates(error);
      if (!(error instanceof mongo.MongoBulkWriteError)) return 0;
      return error.result.matchedCount + error.result.insertedCount;
    }
  }

  private get documents(): mongo.Collection<Digest> {
    return rawCollection<Digest>(this.digests);
  }
}

/** Finds another run to continue with a window whose opener is canceled (behaviour DG8). */
@Injectable()
export class DigestHandover {
  constructor(
    private readonly windows: DigestWindowsService,
    private readonly runs: RunsService,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Hands each window that one of these runs waits for over to the oldest other run in it. Cancel the runs only afterwards:
   * when two runs wait for a window, one of them closes it, but a window without a waiting run would never be closed.
   */
  async handOver(runs: readonly Run[]): Promise<void> {
    const leaving = new IdSet(runs.map(({ _id }) => _id));
    for (const run of runs) {
      const state = stateOf(run);
      if (state.kind !== 'merged' && 'digest' in state && state.digest)
        await this.handOverWindow(run.environmentId, state.digest, leaving);
    }
  }

  private async handOverWindow(environmentId: Types.ObjectId, digest: DigestMembership, leaving: IdSet): Promise<void> {
    const ended = await pollUntil(this.config.cancelWaitSeconds, () => this.tryHandOver(digest, leaving));
    if (ended) return;
    const ids = { environmentId, window: digest.window };
    this.logger.warn(ids, 'A canceled digest could not be handed over');
  }

  /** Returns false while a run is joining the window, which takes a fraction of a second. */
  private async tryHandOver(digest: DigestMembership, leaving: IdSet): Promise<boolean> {
    const open = await this.windows.readOpen(digest.group, digest.window);
    const until = open?.until ?? this.clock.now();
    const members = open?.all ?? (await this.windows.read([digest.window]))[0]?.runs ?? [];
    const staying = members.filter((id) => !leaving.has(id));
    const others = [...(await this.runs.findMany(staying)).values()];
    const isIn = (kind: RunState['kind']) => (run: Run) => stateOf(run).kind === kind;
    if (others.some(isIn('waiting'))) return true;
    const [oldest] = others.filter(isIn('merged')).toSorted(byAge);
    if (oldest && (await this.runs.replace(reopenedRun(oldest, until, this.clock.now()), 'merged'))) return true;
    if (oldest || others.some(isIn('running'))) return false;
    // No run is left. After the window is closed, the next run opens its own; look again for runs that joined meanwhile.
    if (!open) return true;
    await this.windows.retire([{ ...digest, until }]);
    return false;
  }
}

function byAge(a: Run, b: Run): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || a._id.toHexString().localeCompare(b._id.toHexString());
}

/** A merged run that replaces the run it was merged into: it waits at its digest step again. */
function reopenedRun(merged: Run, until: Date, now: Date): Run {
  const stepIndex = merged.steps.findIndex(({ status }) => status === 'merged');
  const steps = merged.steps.map((step, index): RunStep => {
    if (index < stepIndex) return step;
    const { reason: _, ...record } = step;
    if (index > stepIndex) return { ...record, status: 'pending', details: [] };
    const detail = { at: now, status: 'Pending', detail: 'Step digested in place of a canceled event' } as const;
    return { ...record, status: 'delayed', reason: 'digest_waiting', details: [...step.details, detail] };
  });
  const run = Object.assign({}, merged, { stepIndex, steps, updatedAt: now });
  const wait = { until, extensions: 0, since: now };
  enter(run, { kind: 'waiting', for: 'digest', until, wait, digest: merged.digest!, reopened: true });
  return run;
}

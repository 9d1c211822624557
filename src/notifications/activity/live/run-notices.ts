import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Types } from 'mongoose';
import { IdMap, fromHex } from '../../../platform/ids.js';
import { NoticeChannel, type NoticeSubscriber, PubSub } from '../../../platform/queue/pub-sub.js';
import { type ChangedRun, type RunChange, RunEvents } from '../run-events.js';
import type { RunStatus } from '../statuses.js';

/** Changes of an environment are published together after this time: four times a second at most. */
export const NOTICE_MS = 250;

/** Runs in one notice: the newest. */
const MAX_RUNS = 500;

/** A process publishes changes of an environment for this long after it was asked for them. */
const WATCH_MS = 30_000;

/** A run that was stored; the receiver reads the content from the store. */
export type NoticedRun = Pick<ChangedRun, '_id' | 'workflowId' | 'subscriberId' | 'status'>;

/** Runs of one environment, those that were stored first. */
export interface RunNotice {
  readonly environmentId: Types.ObjectId;
  readonly runs: readonly NoticedRun[];
  /** Number of older changes that were left out. */
  readonly leftOut: number;
}

/** A notice between processes, with hexadecimal ids. */
interface SentNotice {
  readonly environmentId: string;
  readonly runs: readonly (readonly [runId: string, workflowId: string, subscriberId: string, status: RunStatus])[];
  readonly leftOut: number;
}

export const RUN_NOTICES = new NoticeChannel<RunNotice>('runs', {
  toPlain: ({ runs, ...notice }) => ({
    ...notice,
    runs: runs.map(({ _id, workflowId, subscriberId, status }) => [_id, workflowId, subscriberId, status]),
  }),
  fromPlain: (plain) => {
    const { environmentId, runs, leftOut } = plain as SentNotice;
    return {
      environmentId: fromHex(environmentId),
      runs: runs.map(([_id, workflowId, subscriberId, status]) => ({
        _id: fromHex(_id),
        workflowId: fromHex(workflowId),
        subscriberId: fromHex(subscriberId),
        status,
      })),
      leftOut,
    };
  },
});

/** Someone wants to see the runs of an environment. Repeated before {@link WATCH_MS} have passed. */
interface WatchNotice {
  readonly environmentId: Types.ObjectId;
}

export const WATCH_NOTICES = new NoticeChannel<WatchNotice>('watch-runs', {
  toPlain: (notice) => notice,
  fromPlain: (plain) => ({ environmentId: fromHex((plain as { environmentId: string }).environmentId) }),
});

export const WATCH_AGAIN_MS = WATCH_MS / 3;

/**
 * Publishes runs that this process has stored to the processes where someone watches their environment. While nobody does,
 * it costs a look at an empty map (behaviour LA2).
 */
@Injectable()
export class RunRelay implements NoticeSubscriber<WatchNotice>, OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  /** By environment: until when it is watched, in milliseconds of `performance.now`. */
  private readonly watched = new IdMap<number>();
  private gathered = new IdMap<{ environmentId: Types.ObjectId; runs: IdMap<NoticedRun>; leftOut: number }>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly events: RunEvents,
    private readonly pubSub: PubSub,
  ) {}

  onModuleInit(): void {
    this.events.add((changes) => this.onRuns(changes));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.pubSub.subscribe(WATCH_NOTICES, this);
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  onNotices(notices: readonly WatchNotice[]): void {
    for (const { environmentId } of notices) this.watched.set(environmentId, performance.now() + WATCH_MS);
  }

  // Who watches repeats it soon.
  onInterruption(): void {}

  onRuns(changes: readonly RunChange[]): void {
    if (this.watched.size === 0) return;
    for (const { run } of changes) if (this.isWatched(run.environmentId)) this.gather(run);
  }

  private isWatched(environmentId: Types.ObjectId): boolean {
    const until = this.watched.get(environmentId);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.watched.delete(environmentId);
    return false;
  }

  private gather({ _id, environmentId, workflowId, subscriberId, status }: ChangedRun): void {
    const own = this.gathered.get(environmentId) ?? { environmentId, runs: new IdMap<NoticedRun>(), leftOut: 0 };
    this.gathered.set(environmentId, own);
    own.leftOut += putNewest(own.runs, { _id, workflowId, subscriberId, status }, MAX_RUNS);
    this.timer ??= setTimeout(() => this.publish(), NOTICE_MS);
  }

  private publish(): void {
    this.timer = undefined;
    for (const { environmentId, runs, leftOut } of this.gathered.values()) {
      this.pubSub.publish(RUN_NOTICES, { environmentId, runs: [...runs.values()], leftOut });
    }
    this.gathered = new IdMap();
  }
}

/** Puts a run at the end of a map that keeps the newest; returns how many it has dropped for that: none or one. */
export function putNewest(map: IdMap<NoticedRun>, run: NoticedRun, most: number): number {
  map.delete(run._id);
  map.set(run._id, run);
  if (map.size <= most) return 0;
  const [oldest] = map.values();
  map.delete(oldest!._id);
  return 1;
}

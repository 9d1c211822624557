import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { NoticeChannel, type NoticeSubscriber, PubSub } from '../../../platform/queue/pub-sub.js';
import { type RunChange, RunEvents } from '../run-events.js';
import type { RunStatus } from '../statuses.js';

/** Changes of an environment are published together after this time: four times a second at most. */
export const NOTICE_MS = 250;

/** Runs in one notice: the newest. */
const MAX_RUNS = 500;

/** A process publishes changes of an environment for this long after it was asked for them. */
const WATCH_MS = 30_000;

/** A run that was stored; ids are hexadecimal, and the receiver reads the content from the store. */
export type NoticedRun = readonly [runId: string, workflowId: string, subscriberId: string, status: RunStatus];

/** Runs of one environment, those that were stored first. */
export interface RunNotice {
  readonly environmentId: string;
  readonly runs: readonly NoticedRun[];
  /** Number of older changes that were left out. */
  readonly leftOut: number;
}

export const RUN_NOTICES = new NoticeChannel<RunNotice>('runs');

/** Someone wants to see the runs of an environment. Repeated before {@link WATCH_MS} have passed. */
interface WatchNotice {
  readonly environmentId: string;
}

export const WATCH_NOTICES = new NoticeChannel<WatchNotice>('watch-runs');

export const WATCH_AGAIN_MS = WATCH_MS / 3;

/**
 * Publishes runs that this process has stored to the processes where someone watches their environment. While nobody does,
 * it costs a look at an empty map (behaviour LA2).
 */
@Injectable()
export class RunRelay implements NoticeSubscriber<WatchNotice>, OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  /** By environment: until when it is watched, in milliseconds of `performance.now`. */
  private readonly watched = new Map<string, number>();
  private readonly gathered = new Map<string, { runs: Map<string, NoticedRun>; leftOut: number }>();
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
    for (const { run } of changes) {
      const environmentId = run.environmentId.toHexString();
      if (this.isWatched(environmentId)) this.gather(environmentId, run);
    }
  }

  private isWatched(environmentId: string): boolean {
    const until = this.watched.get(environmentId);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.watched.delete(environmentId);
    return false;
  }

  private gather(environmentId: string, { _id, workflowId, subscriberId, status }: RunChange['run']): void {
    const own = this.gathered.get(environmentId) ?? { runs: new Map<string, NoticedRun>(), leftOut: 0 };
    this.gathered.set(environmentId, own);
    const id = _id.toHexString();
    own.leftOut += putNewest(
      own.runs,
      id,
      [id, workflowId.toHexString(), subscriberId.toHexString(), status],
      MAX_RUNS,
    );
    this.timer ??= setTimeout(() => this.publish(), NOTICE_MS);
  }

  private publish(): void {
    this.timer = undefined;
    for (const [environmentId, { runs, leftOut }] of this.gathered) {
      this.pubSub.publish(RUN_NOTICES, { environmentId, runs: [...runs.values()], leftOut });
    }
    this.gathered.clear();
  }
}

/** Puts a value at the end of a map that keeps the newest; returns how many it has dropped for that: none or one. */
export function putNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): number {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return 0;
  const [oldest] = map.keys();
  map.delete(oldest!);
  return 1;
}

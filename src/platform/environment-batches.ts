import { RecentEnvironments } from './recent-environments.js';

/**
 * Batches that may be in progress at the same time: one of an environment with much to do, one of the others.
 */
const BATCHES = 2;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Promise<Result>) => void;
}

interface EnvironmentBatchesOptions<Item, Result> {
  /** Returns one promise per item, in their order. `limit`: items that this batch may have. */
  execute: (items: Item[], limit: number) => Promise<Result>[];
  /** Items of a batch, at most. */
  limit: number;
  /** The same while several environments have something to do, so that one does not wait long for the batch of another. */
  sharedLimit: number;
  /** Milliseconds after which the next items do not wait for a batch any longer. Absent: they wait until it has ended. */
  patienceMs?: number;
  now?: () => number;
  timers?: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;
}

/**
 * Puts work of environments together into batches: what arrives while a batch is in progress forms the next one, so that the
 * batches are as large as the load, and a lone item does not wait. An environment that has no part in a batch in progress
 * does not wait for those that have.
 */
export class EnvironmentBatches<Item extends { readonly environmentId: string }, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  /** The environments of each batch in progress. */
  private readonly inProgress = new Set<ReadonlySet<string>>();
  private readonly recent: RecentEnvironments;
  private isScheduled = false;

  constructor(private readonly options: EnvironmentBatchesOptions<Item, Result>) {
    this.recent = new RecentEnvironments(options.now);
  }

  /** Resolves or rejects as `execute` says for this item. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve) => {
      this.recent.add(item.environmentId);
      this.waiting.push({ item, resolve });
      if (this.isScheduled) return;
      this.isScheduled = true;
      // Items that arrive together begin together.
      setImmediate(() => {
        this.isScheduled = false;
        this.beginNext();
      });
    });
  }

  private beginNext(): void {
    if (this.inProgress.size >= BATCHES) return;
    const isBusy = (environmentId: string) => [...this.inProgress].some((batch) => batch.has(environmentId));
    const free = this.waiting.filter(({ item }) => !isBusy(item.environmentId));
    const { limit: most, sharedLimit } = this.options;
    const limit = this.recent.areSeveral ? Math.min(most, sharedLimit) : most;
    const beginning = inTurns(free, ({ item }) => item.environmentId, limit);
    if (beginning.length === 0) return;
    const begun = new Set(beginning);
    this.waiting = this.waiting.filter((one) => !begun.has(one));
    const ended = this.options.execute(
      beginning.map(({ item }) => item),
      limit,
    );
    beginning.forEach(({ resolve }, index) => resolve(ended[index]!));
    this.keepInProgress(new Set(beginning.map(({ item }) => item.environmentId)), ended);
    // Environments that had no place in this batch.
    this.beginNext();
  }

  private keepInProgress(environmentIds: ReadonlySet<string>, ended: Promise<Result>[]): void {
    const { patienceMs, timers = globalThis } = this.options;
    this.inProgress.add(environmentIds);
    const end = () => {
      timers.clearTimeout(timer);
      if (this.inProgress.delete(environmentIds)) this.beginNext();
    };
    const timer = patienceMs === undefined ? undefined : timers.setTimeout(end, patienceMs);
    void Promise.allSettled(ended).then(end);
  }
}

/** The first items, at most so many: each environment in turn has one of its own, in their order. */
export function inTurns<Item>(items: readonly Item[], environmentOf: (item: Item) => string, limit: number): Item[] {
  if (items.length <= limit) return [...items];
  const counts = new Map<string, number>();
  const rounds: Item[][] = [];
  for (const item of items) {
    const environmentId = environmentOf(item);
    const round = counts.get(environmentId) ?? 0;
    counts.set(environmentId, round + 1);
    (rounds[round] ??= []).push(item);
  }
  return rounds.flat().slice(0, limit);
}

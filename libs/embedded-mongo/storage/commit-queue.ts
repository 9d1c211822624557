import { CommandError, ErrorCode } from '../errors.js';
import { ReadTurns } from './read-turns.js';
import type { Environment } from './environment.js';

/** Work on the store that may be suspended at each `yield`; returns its result. */
export type Steps<Result> = Generator<void, Result, void>;

/** All reads of this process. */
const reads = new ReadTurns();

/** Runs a read outside of a transaction; other connections get a turn between its steps, and tenants take turns. */
export function runSteps<Result>(steps: Steps<Result>, tenant?: string): Promise<Result> {
  return reads.run(steps, tenant);
}

/** How long one operation may hold a transaction before others get a turn, in milliseconds. */
const SLICE = 25;

interface Pending {
  readonly start: () => Steps<unknown>;
  steps?: Steps<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs all writes. Operations waiting at the same moment share one transaction and one flush to disk; none waits for a
 * timer. An operation is acknowledged after its commit is on the disk. A long operation is spread over several
 * transactions, at the points where it yields.
 */
export class CommitQueue {
  private waiting: Pending[] = [];
  private running: Promise<void> | undefined;
  private closed = false;

  constructor(
    private readonly environment: Environment,
    /** Called inside each transaction before it commits, to write changes that are still in memory. */
    private readonly beforeCommit: () => void,
    /** Called after each commit; if it failed, the state in memory must be read again from the disk. */
    private readonly afterCommit: (succeeded: boolean) => void,
  ) {}

  /** Queues an operation. Rejects with its error, or with the error of a failed commit. */
  async submit<Result>(start: () => Steps<Result>): Promise<Result> {
    if (this.closed) throw new CommandError(ErrorCode.InterruptedAtShutdown, 'the store is shutting down');
    const result = new Promise<Result>((resolve, reject) => {
      this.waiting.push({ start, resolve, reject });
    });
    this.running ??= this.run();
    return result;
  }

  /** Queues an operation that is a single step. */
  async submitStep<Result>(step: () => Result): Promise<Result> {
    // oxlint-disable-next-line require-yield -- a single step has no point to yield
    return this.submit(function* () {
      return step();
    });
  }

  /** Finishes queued operations and accepts no new ones. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.commitOnce();
    this.running = undefined;
  }

  private async commitOnce(): Promise<void> {
    let taken: Pending[] = [];
    let unfinished: Pending[] = [];
    const settled: (() => void)[] = [];
    try {
      await this.environment.root.childTransaction(() => {
        taken = this.waiting;
        this.waiting = [];
        unfinished = taken.filter((operation) => !this.runSlice(operation, settled));
        this.beforeCommit();
      });
    } catch (error) {
      const failure = storageError(error);
      this.afterCommit(false);
      if (taken.length === 0) {
        // The transaction could not be started.
        taken = this.waiting;
        this.waiting = [];
      }
      for (const operation of taken) operation.reject(failure);
      return;
    }
    this.afterCommit(true);
    for (const settle of settled) settle();
    this.waiting = [...unfinished, ...this.waiting];
  }

  /**
   * Runs an operation until it finishes (true) or its time is up. Errors other than CommandErrors abort the
   * transaction.
   */
  private runSlice(operation: Pending, settled: (() => void)[]): boolean {
    const until = performance.now() + SLICE;
    try {
      operation.steps ??= operation.start();
      do {
        const step = operation.steps.next();
        if (step.done) {
          settled.push(() => operation.resolve(step.value as never));
          return true;
        }
      } while (performance.now() < until);
      return false;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      settled.push(() => operation.reject(error));
      return true;
    }
  }
}

const DISK_FULL_MESSAGES = /MDB_MAP_FULL|No space left|Input\/output error|ENOSPC/;

/** Turns the error of a failed transaction into an error for the client. LMDB reports a full disk as a short write. */
function storageError(error: unknown): Error {
  if (error instanceof CommandError) return error;
  if (!(error instanceof Error)) return new CommandError(ErrorCode.InternalError, String(error));
  const cause: unknown = 'commitError' in error ? error.commitError : undefined;
  if (cause instanceof Promise) void ignoreRejection(cause);
  if (cause !== undefined || DISK_FULL_MESSAGES.test(error.message)) {
    return new CommandError(
      ErrorCode.OutOfDiskSpace,
      'the write could not be stored on the disk (is it full?); nothing of it was kept',
    );
  }
  return error;
}

/** LMDB gives the reason of a failed commit in a promise that rejects and that nothing else awaits. */
async function ignoreRejection(reason: Promise<unknown>): Promise<void> {
  try {
    await reason;
  } catch {
    // The failure itself has been reported.
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** How tasks are executed, and how their results are stored. */
interface Portions<Task, Result> {
  /** Tasks in progress at the same time, and results stored together, at most. */
  readonly limit: number;
  /** Milliseconds that results wait for those of tasks in progress, so that a slow one does not delay what the others have done. */
  readonly patienceMs: number;
  /** Must not throw. */
  readonly execute: (task: Task) => Promise<Result>;
  readonly store: (results: Result[]) => Promise<void>;
}

/**
 * Executes tasks and stores their results in portions: all together when they take about as long, else each portion without
 * waiting for the slow ones. Rejects when a portion could not be stored, after the tasks in progress have ended; no other
 * task is started then.
 */
export async function executeInPortions<Task, Result>(
  tasks: readonly Task[],
  { limit, patienceMs, execute, store }: Portions<Task, Result>,
): Promise<void> {
  const open = [...tasks];
  const running = new Set<Promise<void>>();
  let done: Result[] = [];
  const executeNext = async (task: Task): Promise<void> => {
    const result = await execute(task);
    done.push(result);
  };
  const start = (): void => {
    while (running.size + done.length < limit && open.length > 0) {
      const work = executeNext(open.shift()!).finally(() => running.delete(work));
      running.add(work);
    }
  };
  for (start(); running.size + done.length > 0; start()) {
    if (done.length === 0) await Promise.race(running);
    await endedWithin(patienceMs, running);
    const portion = done;
    done = [];
    try {
      await store(portion);
    } catch (error) {
      await Promise.all(running);
      throw error;
    }
  }
}

/** Resolves when all work has ended, or the time is over. */
async function endedWithin(milliseconds: number, work: Iterable<Promise<void>>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([
    Promise.all(work).then(() => timer.abort()),
    sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
}

import { Allowance } from './allowance.js';
import { READY, type TaskResult, type Task, type TaskCall } from './task.js';

/** Makes the present process one of a {@link ProcessPool}, for these tasks. It ends with the one that started it. */
export function serveTasks(tasks: readonly Task<never, unknown>[]): void {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  // Who stops all processes at once may still want what this one does; the one that started it decides.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (call: TaskCall) => {
    void answer(byName.get(call.name)!, call.input).then((answered) => process.send?.(answered));
  });
  process.send?.(READY);
}

async function answer(task: Task<never, unknown>, input: unknown): Promise<TaskResult> {
  try {
    const allowance = new Allowance();
    const output = await task.run(input as never, allowance);
    return { output, steps: allowance.used };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

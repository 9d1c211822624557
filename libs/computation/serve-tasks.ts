import { Allowance } from './allowance.js';
import { READY, type TaskAnswer, type TaskCall, type Tasks } from './task.js';

/** Makes the present process one of a {@link ProcessPool}, for these tasks. It ends with the one that started it. */
export function serveTasks(tasks: Tasks): void {
  // Who stops all processes at once may still want what this one does; the one that started it decides.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (call: TaskCall) => {
    void answer(tasks, call).then((answered) => process.send?.(answered));
  });
  process.send?.(READY);
}

async function answer(tasks: Tasks, { name, input }: TaskCall): Promise<TaskAnswer> {
  try {
    const allowance = new Allowance();
    const output = await tasks[name]!.run(input as never, allowance);
    return { output, steps: allowance.used };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

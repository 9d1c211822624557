import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Allowance } from './allowance.js';
import { READY, type TaskAnswer, type TaskCall, type Tasks } from './task.js';

/** Below the rest of the process: where processors are few, requests go first. */
const PRIORITY = 5;

/** Makes the present thread one of a {@link WorkerPool}, for these tasks. */
export function serveTasks(tasks: Tasks): void {
  // Elsewhere it would be the priority of the whole process.
  if (process.platform === 'linux') setPriority(0, PRIORITY);
  parentPort?.on('message', (call: TaskCall) => {
    void answer(tasks, call).then((answered) => parentPort?.postMessage(answered));
  });
  parentPort?.postMessage(READY);
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

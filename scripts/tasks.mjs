import { spawn } from 'node:child_process';

/**
 * Runs tasks, each as soon as those named in its `after` have ended, at most `atATime` of them together. After a failure no
 * other begins, unless `goesOn`. Returns the errors of those that failed.
 *
 * @param {{ name: string, after?: string[], run: () => Promise<void> }[]} tasks
 */
export async function runTasks(tasks, { atATime = 2, goesOn = false } = {}) {
  const waiting = new Map(tasks.map((task) => [task.name, task]));
  const running = new Map();
  const errors = [];
  for (;;) {
    for (const { name, after = [], run } of waiting.values()) {
      const isBlocked = after.some((other) => waiting.has(other) || running.has(other));
      if (isBlocked || running.size >= atATime || (errors.length > 0 && !goesOn)) continue;
      waiting.delete(name);
      const ended = run().then(
        () => running.delete(name),
        (error) => {
          running.delete(name);
          errors.push(error);
        },
      );
      running.set(name, ended);
    }
    if (running.size === 0) return errors;
    await Promise.race(running.values());
  }
}

/** Runs a program and keeps back what it prints. */
export function runCommand(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

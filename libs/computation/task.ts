/**
 * Work on templates, conditions or schemas that users have written, as a function of plain data. It runs in the calling
 * process while it is cheap, otherwise in another process, which has nothing but `input`. The result is the same in
 * both.
 */
export interface Task<Input, Output> {
  /** The name under which another process finds it. */
  readonly name: string;
  /** Charges its work to `allowance` before doing it. Its output is plain data; that includes failures. */
  run(input: Input, allowance: Allowance): Output | Promise<Output>;
  /** The output when the task was aborted; `why` is a sentence without its subject, such as `takes too long`. */
  ended(why: string): Output;
}

/**
 * How many steps, of about half a microsecond each, a piece of work may take in this process. It does not limit the work
 * itself: work that exceeds it is valid, and is repeated in another process, where it delays nothing. Steps are counted
 * instead of timed, so that the decision is the same on every machine.
 */
export class Allowance {
  private taken = 0;

  /** @param steps Without it, all steps are allowed and only counted. */
  constructor(readonly steps = Infinity) {}

  /** Steps taken so far. */
  get used(): number {
    return this.taken;
  }

  /** Once true, the result of the work must be discarded: it may have handled the error as a failure of its own. */
  get isExceeded(): boolean {
    return this.taken > this.steps;
  }

  /** Charges work that is about to start. Throws {@link AllowanceExceededError}. */
  spend(steps: number): void {
    this.taken += steps;
    if (this.taken > this.steps) throw new AllowanceExceededError(`takes more than ${this.steps} steps here`);
  }
}

/** The work has used up its allowance. The caller repeats it in another process, or drops it. */
export class AllowanceExceededError extends Error {
  override readonly name = 'AllowanceExceededError';
}

/** A message to a process. */
export interface TaskCall {
  name: string;
  input: unknown;
}

/** Its response; `failure` is an error that the task does not handle. */
export type TaskResult = { output: unknown; steps: number } | { failure: string };

/** The first message of a process, sent when it has loaded everything. */
export const READY = 'ready';

/** Makes this process a member of a `ProcessPool` that runs these tasks. It exits when its parent process does. */
export function serveTasks(tasks: readonly Task<never, unknown>[]): void {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  // A signal to the whole process group must not abort work that the parent still needs: the parent decides.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (call: TaskCall) => {
    void runTask(byName.get(call.name)!, call.input).then((result) => process.send?.(result));
  });
  process.send?.(READY);
}

async function runTask(task: Task<never, unknown>, input: unknown): Promise<TaskResult> {
  try {
    const allowance = new Allowance();
    const output = await task.run(input as never, allowance);
    return { output, steps: allowance.used };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

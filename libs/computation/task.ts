import type { Allowance } from './allowance.js';

/**
 * Work on what users have written, as a function of plain data. It is done where it is asked for as long as it is cheap,
 * else by another process, which has nothing but `input`: the same comes of it in both places.
 */
export interface Task<Input, Output> {
  /** How another process finds it. */
  readonly name: string;
  /** Accounts for its work with `allowance` before it is done. What it gives is plain data, its failures included. */
  run(input: Input, allowance: Allowance): Output | Promise<Output>;
  /** What comes of it when it was ended from outside; `why` is a sentence without its subject, such as `takes too long`. */
  ended(why: string): Output;
}

/** What a process is asked. */
export interface TaskCall {
  name: string;
  input: unknown;
}

/** What it answers; `failure`: something that no task foresees. */
export type TaskResult = { output: unknown; steps: number } | { failure: string };

/** What a process says first, when it has loaded everything. */
export const READY = 'ready';

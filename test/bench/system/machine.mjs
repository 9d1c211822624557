import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** With a larger share of the processors in use by other programs, a figure says little about what is measured. */
const BUSY = 0.1;
const SAMPLE_MS = 1000;
/** So often is a busy machine looked at again, before it is measured all the same. */
const LOOKS = 15;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Waits until other programs leave the processors alone. Returns the share that they use if they do not. */
export async function waitUntilQuiet() {
  for (let look = 1; ; look++) {
    const share = await shareInUse();
    if (share <= BUSY) return undefined;
    if (look === LOOKS) return share;
  }
}

/**
 * How many fixed computations this machine does in a millisecond, on all processors at the same time. Others on the same
 * hardware slow it down, by half and more, without using its processors.
 */
export async function machineSpeed() {
  const counts = Array.from({ length: availableParallelism() }, async () => {
    const [count] = await once(new Worker(new URL('computing-thread.mjs', import.meta.url)), 'message');
    return count;
  });
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
}

/** The share of the processors that is in use while this program does nothing. */
async function shareInUse() {
  const before = processorTimes();
  await setTimeout(SAMPLE_MS);
  const after = processorTimes();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function processorTimes() {
  const times = cpus().map((one) => one.times);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.map((one) => sum(Object.values(one)))) };
}

/** Processor time of the processes that this one has started, and is still running. */
export function processorSeconds() {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const ticks = children.map((pid) => {
    // The name of a program, in parentheses, may contain spaces.
    const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return user + system;
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

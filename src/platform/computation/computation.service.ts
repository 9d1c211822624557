import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Allowance, type Task } from '#libs/computation/task.js';
import { isLightToCopy, JobEndedError, ProcessPool } from '#libs/computation/process-pool.js';
import { LoopScheduler } from '#libs/computation/loop-scheduler.js';
import { Config } from '../config/config.js';
import type { Key } from '../ids.js';
import { builtProgram } from '../package-root.js';
import { stylesTask } from './rendering.tasks.js';

/** The program of a computing process. It lists the tasks of all resources. */
const PROGRAM = 'src/server/computation-process.js';
/** Steps, of half a microsecond each, that a task may take on the event loop. Ordinary tasks take some hundred. */
const STEPS_HERE = 10_000;
/** Milliseconds after which an idle process exits. */
const IDLE = 30_000;

/** Always run in a process: styling needs a library that takes long to load, and runs once for all emails of a kind. */
const ALWAYS_AWAY: ReadonlySet<string> = new Set([stylesTask.name]);

/** The environment and the event that a task is part of. */
export interface Work {
  /** Environments share fairly. */
  environmentId: Key;
  /** An object that all recipients of the event share: together they have a limited number of steps. */
  event?: object;
  /** A request is waiting for the result. */
  urgent?: boolean;
}

/** Steps that the recipients of an event have used in computing processes so far. */
interface EventWork {
  /** Tasks that were too expensive for the event loop once; those of other recipients are not tried on it. */
  away: Set<string>;
  steps: number;
}

function isAway(task: string, event: EventWork | undefined): boolean {
  return ALWAYS_AWAY.has(task) || event?.away.has(task) === true;
}

/**
 * Runs tasks on templates, conditions, schemas and styles of users. Cheap tasks run on the event loop, in turns; expensive
 * ones are started again in a separate process with a time limit. Both count the same steps, so that the result does not
 * depend on where a task ran.
 */
@Injectable()
export class Computation implements OnApplicationShutdown {
  private readonly turns = new LoopScheduler();
  private readonly pool: ProcessPool;
  private readonly events = new WeakMap<object, EventWork>();

  /** Steps that the recipients of one chunk of an event may take in computing processes together. */
  private readonly stepsPerEvent: number;

  constructor({ computationProcesses, computationSeconds, computationSteps }: Config) {
    this.stepsPerEvent = computationSteps;
    this.pool = new ProcessPool({
      program: builtProgram(PROGRAM),
      processes: computationProcesses,
      deadline: computationSeconds * 1000,
      idle: IDLE,
    });
  }

  /** The result of a task. Expected failures are part of the result; this rejects only for unexpected ones. */
  async run<Input, Output>(task: Task<Input, Output>, input: Input, work: Work): Promise<Output> {
    const { name } = task;
    const event = work.event && this.workOf(work.event);
    if (!isAway(name, event)) {
      // Does not wait if the environment still has time in this turn. An `await` would let many tasks that start together
      // all use that time.
      const turn = this.turn(work);
      if (turn) await turn;
      // Meanwhile another recipient may have found the task too expensive.
      const here = isAway(name, event) ? undefined : this.tryHere(task, input);
      if (here) return here.output;
      event?.away.add(name);
    }
    return this.runAway(task, input, work, event);
  }

  /**
   * To be called before each piece of other extensive work. Undefined: continue immediately. Otherwise resolves when it is
   * the environment's turn again.
   */
  turn({ environmentId }: Work): Promise<void> | undefined {
    return this.turns.next(String(environmentId));
  }

  /** Whether work waits for a later turn of the event loop. */
  get isBusyHere(): boolean {
    return this.turns.isBusy;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  /** Undefined when the task is too expensive for the event loop. */
  private tryHere<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
  ): { output: Output | Promise<Output> } | undefined {
    const allowance = new Allowance(STEPS_HERE);
    try {
      const output = task.run(input, allowance);
      return allowance.isExceeded ? undefined : { output };
    } catch (error) {
      if (allowance.isExceeded) return undefined;
      throw error;
    }
  }

  private async runAway<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    work: Work,
    event: EventWork | undefined,
  ): Promise<Output> {
    // Copying the input takes time, too, and all recipients of an event get here together.
    await this.turn(work);
    if (!isLightToCopy(input)) return task.ended('works on more data than allowed');
    const { environmentId, urgent = false } = work;
    const refuse = () => (event && event.steps > this.stepsPerEvent ? this.tooMuchForEvent : undefined);
    try {
      const { output, steps } = await this.pool.run({
        name: task.name,
        input,
        owner: String(environmentId),
        urgent,
        refuse,
      });
      if (event) event.steps += steps;
      return output as Output;
    } catch (error) {
      if (error instanceof JobEndedError) return task.ended(error.message);
      throw error;
    }
  }

  private get tooMuchForEvent(): string {
    return `is not done: the recipients of the event take more than ${this.stepsPerEvent} steps together`;
  }

  private workOf(event: object): EventWork {
    const known = this.events.get(event);
    if (known) return known;
    const work = { away: new Set<string>(), steps: 0 };
    this.events.set(event, work);
    return work;
  }
}

/** Provides {@link Computation} to all modules. */
@Global()
@Module({ providers: [Computation], exports: [Computation] })
export class ComputationModule {}

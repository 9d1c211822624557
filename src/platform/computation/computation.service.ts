import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Allowance } from '#libs/computation/allowance.js';
import { isLightToCopy } from '#libs/computation/copying.js';
import { LoopScheduler } from '#libs/computation/loop-scheduler.js';
import { JobEndedError, ProcessPool } from '#libs/computation/process-pool.js';
import type { Task } from '#libs/computation/task.js';
import { Config } from '../config/config.js';
import { builtFile } from '../package-root.js';
import { stylesTask } from './rendering.tasks.js';

/** What a computing process runs. It lists the tasks of all resources. */
const PROGRAM = 'src/server/computation-process.js';
/** Steps of half a microsecond that a task may take on the event loop. Ordinary ones take some hundred. */
const STEPS_HERE = 10_000;
/** Milliseconds after which a process that has nothing to do ends. */
const IDLE = 30_000;

/** Styling needs a library that takes long to load, and is done once for all emails of a kind. */
const ALWAYS_AWAY: ReadonlySet<string> = new Set([stylesTask.name]);

/** Whose work something is. */
export interface Work {
  /** Hexadecimal id of the environment: environments share fairly. */
  environmentId: string;
  /** The event it is part of, as an object that its recipients share: together they may take only so much. */
  event?: object;
  /** A request waits for it. */
  urgent?: boolean;
}

/** What the recipients of an event have taken elsewhere so far. */
interface EventWork {
  /** Tasks that were too much for the event loop once; the others of the event are not tried there. */
  away: Set<string>;
  steps: number;
}

/**
 * Computes what users have written: templates, conditions, schemas, styles. What is cheap is done at once, in turns of the
 * event loop; what is not is done again from the start in a process of its own, which ends in time whatever it does. Both count the
 * same steps, so that what comes of it does not depend on where it was done.
 */
@Injectable()
export class Computation implements OnApplicationShutdown {
  private readonly turns = new LoopScheduler();
  private readonly pool: ProcessPool;
  private readonly events = new WeakMap<object, EventWork>();

  /** Steps that the recipients of one chunk of an event may take elsewhere together. */
  private readonly stepsPerEvent: number;

  constructor({ computationProcesses, computationSeconds, computationSteps }: Config) {
    this.stepsPerEvent = computationSteps;
    this.pool = new ProcessPool({
      program: builtFile(PROGRAM),
      processes: computationProcesses,
      deadline: computationSeconds * 1000,
      idle: IDLE,
    });
  }

  /** What a task comes to. It fails only for what no task foresees. */
  async run<Input, Output>(task: Task<Input, Output>, input: Input, work: Work): Promise<Output> {
    const { name } = task;
    const event = work.event && this.workOf(work.event);
    const isAway = () => ALWAYS_AWAY.has(name) || event?.away.has(name) === true;
    if (!isAway()) {
      // Without waiting where there is time: many that begin together would all find that there is.
      const turn = this.turn(work);
      if (turn) await turn;
      // Another recipient may have found out meanwhile.
      const here = isAway() ? undefined : this.tryHere(task, input);
      if (here) return here.output;
      event?.away.add(name);
    }
    return this.runAway(task, input, work, event);
  }

  /**
   * Asked before each piece of other work of which there is much. Undefined: go on at once. Otherwise resolves when it is
   * the environment's turn again.
   */
  turn({ environmentId }: Work): Promise<void> | undefined {
    return this.turns.next(environmentId);
  }

  /** Whether work waits for a later turn of the event loop. */
  get isBusyHere(): boolean {
    return this.turns.isBusy;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  /** Undefined when it is too much for the event loop. */
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
    // To copy the input takes a while, too, and all recipients of an event come here together.
    await this.turn(work);
    if (!isLightToCopy(input)) return task.ended('works on more data than allowed');
    const { environmentId, urgent = false } = work;
    const refuse = () => (event && event.steps > this.stepsPerEvent ? this.tooMuchForEvent : undefined);
    try {
      const { output, steps } = await this.pool.run({ name: task.name, input, owner: environmentId, urgent, refuse });
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

/** Computing of what users have written, for everybody. */
@Global()
@Module({ providers: [Computation], exports: [Computation] })
export class ComputationModule {}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { logIdsOfRun } from '../../../events/store/log-ids.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import { enter, type Lease } from '../../../notifications/activity/run-state.js';
import { isOpen } from '../../../notifications/activity/statuses.js';
import { RunsService } from '../../../notifications/activity/runs.service.js';
import { Clock, later } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { KeyedMutex } from '../../../platform/scheduling/keyed-semaphore.js';
import { STEP_KINDS } from '../../../workflows/steps/step-kinds.js';
import { asksApplication, type Workflow } from '../../../workflows/workflow.schema.js';
import type { EventScope, RunRecipient } from '../../engine/run-input.js';
import { type ExecutedRun, RunStore } from './run-store.service.js';
import { failedSteps, type RunWithWorkflow } from './failed-steps.js';
import { executeInPortions } from './in-portions.js';
import { countRuns, RunCountingService, type RunCounts } from './run-counting.service.js';
import { newRun } from '../../engine/run-documents.js';
import { type Batch, RunExecutor } from './run-executor.service.js';
import { RunScopesService, type RunTask } from '../scopes/run-scopes.service.js';

/** Runs whose steps call external services are executed this many at a time, so that little is repeated after a crash. */
const CALLING_RUNS = 50;
/** Milliseconds for which runs that have been executed wait for others, to be stored with them. */
const PATIENCE_MS = 50;

/** The runs of a chunk that have ended in it. */
interface StartedRuns {
  /** To be added to the counters of the event with the end of the chunk. */
  counts: RunCounts;
  /** Those of the counted runs that no other worker counts if this one cannot. */
  leased: Types.ObjectId[];
}

/** Has runs executed and stored: those of a chunk of recipients, and those that are due. */
@Injectable()
export class RunExecutionService {
  /** Milliseconds for which only one worker has a run; it extends the lease as long as it lives (behaviour P10). */
  private readonly leaseMs: number;
  private readonly held = new KeyedMutex();

  constructor(
    private readonly executor: RunExecutor,
    private readonly scopes: RunScopesService,
    private readonly store: RunStore,
    private readonly runs: RunsService,
    private readonly counting: RunCountingService,
    private readonly clock: Clock,
    private readonly logger: Logger,
    config: Config,
  ) {
    this.leaseMs = config.runLeaseSeconds * 1000;
  }

  newLease(): Lease {
    return { claim: randomUUID(), until: later(this.clock.now(), this.leaseMs) };
  }

  /**
   * Executes and stores the runs of one event for a chunk of recipients. May be interrupted at any point and repeated: all
   * ids are derived from the event, and runs that already exist are left to the worker that has them.
   *
   * Runs of in-app and custom steps only are stored when they have ended, since executing them twice changes nothing. Runs
   * of workflows in code are stored as waiting. All other runs are stored before their first step, with a lease: a claim and
   * a `wakeAt`, at which the Waker takes them over if this worker has died.
   */
  async start(scope: EventScope, recipients: RunRecipient[]): Promise<StartedRuns> {
    const environment = { id: scope.event.environmentId, organizationId: scope.event.organizationId };
    const batch = await this.executor.batchOf(environment);
    const tasks = recipients.map(({ subscriber, topics }): RunTask => {
      const input = { ...scope, subscriber };
      return { run: newRun({ ...input, topics }, batch.retention.runMs), input, recovering: false };
    });
    if (tasks.length === 0) return { counts: countRuns([]), leased: [] };
    if (asksApplication(scope.workflow)) return this.startWaiting(tasks, scope.now);
    if (!isRepeatable(scope.workflow)) return this.startLeased(environment, tasks);
    return { counts: countRuns(await this.executeUnstored(environment, tasks, batch)), leased: [] };
  }

  /**
   * Behaviour CF5: stores runs that ask an application as waiting and due, so that the event does not wait for the application
   * in a turn of its environment. The Waker executes them.
   */
  private async startWaiting(tasks: readonly RunTask[], until: Date): Promise<StartedRuns> {
    for (const { run } of tasks) enter(run, { kind: 'waiting', for: 'application', until });
    await this.store.insert(tasks.map(({ run }) => run));
    return { counts: countRuns([]), leased: [] };
  }

  private async startLeased(environment: EnvironmentRef, tasks: RunTask[]): Promise<StartedRuns> {
    const lease = this.newLease();
    for (const { run } of tasks) enter(run, { kind: 'running', lease });
    const own = await this.store.insert(tasks.map(({ run }) => run));
    const leased = tasks.filter(({ run }) => own.has(run));
    const { written, doubtful } = await this.executeLeased(environment, leased, { counted: false });
    // Runs of an earlier attempt at this chunk. Those that have been reopened since were merged when it ended.
    const others = tasks.filter(({ run }) => !own.has(run)).map(({ run }) => run._id);
    await this.counting.countEnded([...others, ...doubtful.map(({ _id }) => _id)]);
    const counts = countRuns(written);
    const reopened = await this.runs.countReopened(others);
    counts.skipped += reopened;
    if (reopened > 0) counts.merged = (counts.merged ?? 0) + reopened;
    return { counts, leased: written.map(({ _id }) => _id) };
  }

  /** Executes runs in memory and stores them when they have ended. Only for steps that neither wait nor call services. */
  private async executeUnstored(environment: EnvironmentRef, tasks: RunTask[], batch: Batch): Promise<Run[]> {
    const scopes = await this.scopes.load(environment, tasks);
    const executed = await Promise.all(
      tasks.map(({ run }, index) => this.executor.execute(run, scopes[index]!, batch)),
    );
    await this.store.storeEnded(executed);
    this.log(executed);
    this.logFailures(executed);
    return tasks.map(({ run }) => run);
  }

  /**
   * Executes runs that are stored and leased by the caller, all with the same claim, and stores their progress. If it
   * is interrupted, the lease expires and another worker continues. Returns the runs that were written, and apart from them
   * those of commands that found some with another worker, which then may have counted them. `counted`: runs that end are added
   * to the counters of their events here; otherwise the caller does that.
   */
  async executeLeased(
    environment: EnvironmentRef,
    tasks: RunTask[],
    { counted }: { counted: boolean },
  ): Promise<{ written: Run[]; doubtful: Run[] }> {
    const written: ExecutedRun[] = [];
    const doubtful: ExecutedRun[] = [];
    if (tasks.length === 0) return { written: [], doubtful: [] };
    try {
      await this.keepingLease(tasks, async () => {
        const scopes = await this.scopes.load(environment, tasks);
        const batch = await this.executor.batchOf(environment);
        await executeInPortions(
          tasks.map(({ run }, index) => ({ run, scope: scopes[index]! })),
          {
            limit: tasks.some(callsOthers) ? CALLING_RUNS : tasks.length,
            patienceMs: PATIENCE_MS,
            execute: ({ run, scope }) => this.inTurn(run, () => this.executor.executeOrCutOff(run, scope, batch)),
            store: async (results) => {
              // A run whose step got a database error stays as it is until its lease expires.
              const executed = results.filter((result) => result !== undefined);
              const isOwn = await this.store.write(executed, counted);
              this.log(executed);
              (isOwn ? written : doubtful).push(...executed);
            },
          },
        );
      });
    } finally {
      this.logFailures([...written, ...doubtful]);
    }
    return { written: written.map(({ run }) => run), doubtful: doubtful.map(({ run }) => run) };
  }

  /** Behaviour Q10: of messages that were held for the same subscriber, one is sent after the other. */
  private inTurn<T>({ subscriberId, wait }: Run, execute: () => Promise<T>): Promise<T> {
    return wait?.quietHours ? this.held.run(subscriberId, execute) : execute();
  }

  /** Extends the lease while the work is in progress: a slow provider does not mean a dead worker. */
  private async keepingLease(tasks: readonly RunTask[], work: () => Promise<void>): Promise<void> {
    const ids = tasks.map(({ run }) => run._id);
    const { claim = '', environmentId } = tasks[0]!.run;
    const timer = setInterval(() => {
      this.runs.extendLease(ids, claim, this.newLease().until).catch((error: unknown) => {
        this.logger.warn(
          { environmentId, err: error },
          'The lease on runs could not be extended; another worker may repeat them',
        );
      });
    }, this.leaseMs / 3);
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
  }

  private log(executed: readonly ExecutedRun[]): void {
    for (const { run, scope } of executed) {
      this.logger.info(
        { ...logIdsOfRun(run, scope.event), status: run.status },
        isOpen(run.status) ? 'Run waits' : 'Run finished',
      );
    }
  }

  private logFailures(executed: readonly RunWithWorkflow[]): void {
    for (const entry of failedSteps(executed)) this.logger.warn({ ...entry }, 'Step failed');
  }
}

function callsOthers({ input }: RunTask): boolean {
  return asksApplication(input.workflow) || input.workflow.steps.some(({ type }) => STEP_KINDS[type].asksOutside);
}

function isRepeatable({ steps }: Workflow): boolean {
  return steps.every(({ type }) => STEP_KINDS[type].isRepeatable);
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EventsService } from '../../events/events.service.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import { RunEvents, watchRun } from '../../notifications/activity/run-events.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import { MessageContents } from '../../notifications/content/message-contents.service.js';
import { MessagesService } from '../../notifications/messages/messages.service.js';
import { Clock, DAY_MS, later } from '../../platform/clock.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import { withLogContext } from '../../platform/logging/log-context.js';
import { Logger } from '../../platform/logging/logger.js';
import { TickBatcher } from '../../platform/tick-batcher.js';
import type { StepType } from '../../workflows/steps/step-kinds.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import { RealEffects } from '../effects/real-effects.js';
import type { EventScope, RunRecipient, RunScope } from '../run-input.js';
import type { StepServices } from '../steps/step.js';
import { type ExecutedRun, type StoredTogether, storedTogether } from './executed-run.js';
import { executeRun, type Retention } from './execute-run.js';
import { failedSteps, type RunWithWorkflow } from './failed-steps.js';
import { executeInPortions } from './in-portions.js';
import { countRuns, isOpen, RunCountingService, type RunCounts } from './run-counting.service.js';
import { newRun } from './run-documents.js';
import { RunScopesService, type RunTask } from './run-scopes.service.js';

/** Steps that can be executed twice without harm, because everything they do is derived from the run. */
const REPEATABLE: readonly StepType[] = ['in_app', 'custom'];
/** Runs whose steps call external services are executed this many at a time, so that little is repeated after a crash. */
const CALLING_RUNS = 50;
/** Milliseconds for which runs that have been executed wait for others, to be stored with them. */
const PATIENCE_MS = 50;
const CALLING: readonly StepType[] = ['email', 'sms', 'push', 'chat', 'tool', 'http_request'];

/** Chunks of at most so many runs are stored with those of other events; more are a command of their own. */
const MAX_SHARING = 100;

/** The runs of a chunk that have ended in it. */
interface StartedRuns {
  /** To be added to the counters of the event with the end of the chunk. */
  counts: RunCounts;
  /** Those of the counted runs that no other worker counts if this one cannot. */
  leased: Types.ObjectId[];
}

/** A lease on runs that starts now. */
interface Lease {
  claim: string;
  until: Date;
}

/** Executes runs with real effects, and stores the results in bulk. */
@Injectable()
export class RunExecutionService {
  readonly services: StepServices;
  readonly retention: Retention;
  /** Milliseconds for which only one worker has a run; it extends the lease as long as it lives (behaviour P10). */
  private readonly leaseMs: number;
  // The runs of events that are delivered together are stored together.
  private readonly storing = new TickBatcher((ended: StoredTogether[]) => this.storeEnded(ended));
  private readonly writing = new TickBatcher((progress: StoredTogether[]) => this.writeProgress(progress));

  constructor(
    private readonly scopes: RunScopesService,
    private readonly messages: MessagesService,
    private readonly contents: MessageContents,
    private readonly runs: RunsService,
    private readonly runEvents: RunEvents,
    private readonly events: EventsService,
    private readonly counting: RunCountingService,
    private readonly clock: Clock,
    private readonly logger: Logger,
    computation: Computation,
    effects: RealEffects,
    config: Config,
  ) {
    this.services = {
      computation,
      effects,
      maxWait: { amount: config.maxWaitDays, unit: 'days' },
      retries: { tries: config.sendTries, firstWaitMs: config.sendRetrySeconds * 1000, random: Math.random },
    };
    this.leaseMs = config.runLeaseSeconds * 1000;
    this.retention = {
      runMs: config.activityRetentionDays * DAY_MS,
      inAppMs: config.inAppRetentionDays * DAY_MS,
      otherMs: config.messageRetentionDays * DAY_MS,
    };
  }

  newLease(): Lease {
    return { claim: randomUUID(), until: later(this.clock.now(), this.leaseMs) };
  }

  /**
   * Executes and stores the runs of one event for a chunk of recipients. May be interrupted at any point and repeated: all
   * ids are derived from the event, and runs that already exist are left to the worker that has them.
   *
   * Runs of in-app and custom steps only are stored when they have ended, since executing them twice changes nothing.
   * All other runs are stored before their first step, with a lease: a claim and a `wakeAt`, at which the Waker takes
   * them over if this worker has died.
   */
  async start(scope: EventScope, recipients: RunRecipient[]): Promise<StartedRuns> {
    const environment = { id: scope.event.environmentId, organizationId: scope.event.organizationId };
    const tasks = recipients.map(({ subscriber, topics }): RunTask => {
      const input = { ...scope, subscriber };
      return { run: newRun({ ...input, topics }, this.retention.runMs), input, recovering: false };
    });
    if (tasks.length === 0) return { counts: countRuns([]), leased: [] };
    if (!isRepeatable(scope.workflow)) return this.startLeased(environment, tasks);
    return { counts: countRuns(await this.executeUnstored(environment, tasks)), leased: [] };
  }

  private async startLeased(environment: EnvironmentRef, tasks: RunTask[]): Promise<StartedRuns> {
    const lease = this.newLease();
    for (const { run } of tasks) Object.assign(run, { claim: lease.claim, wakeAt: lease.until });
    const own = new Set(await this.runs.insertOwn(tasks.map(({ run }) => run)));
    const leased = tasks.filter(({ run }) => own.has(run));
    this.runEvents.stored(leased.map(({ run }) => ({ run, ended: [] })));
    const written = await this.executeLeased(environment, leased, { counted: false });
    // Runs of an earlier attempt at this chunk. Those that have been reopened since were merged when it ended.
    const others = tasks.filter(({ run }) => !own.has(run)).map(({ run }) => run._id);
    await this.counting.countEnded(others);
    const counts = countRuns(written);
    counts.skipped += await this.runs.countReopened(others);
    return { counts, leased: written.map(({ _id }) => _id) };
  }

  /** Executes runs in memory and stores them when they have ended. Only for steps that neither wait nor call services. */
  private async executeUnstored(environment: EnvironmentRef, tasks: RunTask[]): Promise<Run[]> {
    const scopes = await this.scopes.load(environment, tasks);
    const executed = await Promise.all(tasks.map(({ run }, index) => this.execute(run, scopes[index]!)));
    const runs = tasks.map(({ run }) => run);
    const ended = storedTogether(executed);
    await (runs.length > MAX_SHARING ? this.storeEnded([ended]) : this.storing.add(ended));
    this.log(runs);
    this.logFailures(executed);
    return runs;
  }

  /** In parallel: if one of the two fails, the event stays at this chunk, and the whole chunk is repeated. */
  private async storeEnded(ended: readonly StoredTogether[]): Promise<void[]> {
    await Promise.all([this.messages.insertNew(ended.flatMap(({ messages }) => messages)), this.insertRuns(ended)]);
    return ended.map(() => undefined);
  }

  /** Announces the runs that are new: others have been announced by an earlier attempt at the chunk. */
  private async insertRuns(ended: readonly StoredTogether[]): Promise<void> {
    const stored = new Set<object>(await this.runs.insertNew(ended.flatMap(({ runs }) => runs)));
    this.runEvents.stored(ended.flatMap(({ changes }) => changes.filter(({ run }) => stored.has(run))));
  }

  /**
   * Executes runs that are stored and leased by the caller, all with the same claim, and stores their progress. If it
   * is interrupted, the lease expires and another worker continues. Returns the runs that were written. `counted`: runs
   * that end are added to the counters of their events here; otherwise the caller does that.
   */
  async executeLeased(
    environment: EnvironmentRef,
    tasks: RunTask[],
    { counted }: { counted: boolean },
  ): Promise<Run[]> {
    if (tasks.length === 0) return [];
    const written: ExecutedRun[] = [];
    try {
      await this.keepingLease(tasks, async () => {
        const scopes = await this.scopes.load(environment, tasks);
        await executeInPortions(
          tasks.map(({ run }, index) => ({ run, scope: scopes[index]! })),
          {
            limit: tasks.some(callsOthers) ? CALLING_RUNS : tasks.length,
            patienceMs: PATIENCE_MS,
            execute: (one) => this.executeOrCutOff(one),
            store: async (results) => {
              // A run whose step got a database error stays as it is until its lease expires.
              const executed = results.filter((result) => result !== undefined);
              await this.storeProgress(executed, counted);
              written.push(...executed);
            },
          },
        );
      });
    } finally {
      this.logFailures(written);
    }
    return written.map(({ run }) => run);
  }

  /** Extends the lease while the work is in progress: a slow provider does not mean a dead worker. */
  private async keepingLease(tasks: readonly RunTask[], work: () => Promise<void>): Promise<void> {
    const ids = tasks.map(({ run }) => run._id);
    const { claim = '' } = tasks[0]!.run;
    const timer = setInterval(() => {
      this.runs.extendLease(ids, claim, this.newLease().until).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'The lease on runs could not be extended; another worker may repeat them');
      });
    }, this.leaseMs / 3);
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
  }

  private async storeProgress(executed: readonly ExecutedRun[], counted: boolean): Promise<void> {
    const runs = executed.map(({ run }) => run);
    const progress = storedTogether(executed);
    const counting = counted ? this.counting.mark(runs) : undefined;
    await (runs.length > MAX_SHARING ? this.writeProgress([progress]) : this.writing.add(progress));
    if (counting) await this.counting.finish(counting);
    this.log(runs);
  }

  private async writeProgress(progress: readonly StoredTogether[]): Promise<void[]> {
    const runs = progress.flatMap((one) => one.runs);
    // First: a message that is stored is not sent again, so its content could not be stored later.
    await this.contents.insert(progress.flatMap(({ contents }) => contents));
    await this.messages.insertNew(progress.flatMap(({ messages }) => messages));
    await this.keepEvents(runs);
    await this.runs.write(runs);
    this.runEvents.stored(progress.flatMap(({ changes }) => changes));
    return progress.map(() => undefined);
  }

  private async execute(run: Run, scope: RunScope): Promise<ExecutedRun> {
    const changeOf = watchRun(run);
    const result = await withLogContext(idsOf(run), () => executeRun(run, scope, this.services, this.retention));
    const sinceTriggerMs = this.clock.now().getTime() - scope.event.createdAt.getTime();
    return { run, scope, ...result, change: changeOf(sinceTriggerMs) };
  }

  /** Behaviour P7: a run that is cut off does not prevent the others from being stored. */
  private async executeOrCutOff({ run, scope }: { run: Run; scope: RunScope }): Promise<ExecutedRun | undefined> {
    try {
      return await this.execute(run, scope);
    } catch (error) {
      this.logger.warn({ ...idsOf(run), err: error }, 'A run was cut off and will be repeated');
      return undefined;
    }
  }

  /** Behaviour N2: an event that a run, or the digest it is part of, needs later must not expire before. */
  private async keepEvents(runs: readonly Run[]): Promise<void> {
    const needed = runs.filter(({ status }) => status === 'waiting' || status === 'merged');
    if (needed.length === 0) return;
    const until = new Date(Math.max(...needed.map(({ expiresAt }) => expiresAt.getTime())));
    await this.events.keepUntil(
      needed.map(({ eventId }) => eventId),
      until,
    );
  }

  private log(runs: readonly Run[]): void {
    for (const run of runs) {
      this.logger.info({ ...idsOf(run), status: run.status }, isOpen(run.status) ? 'Run waits' : 'Run finished');
    }
  }

  private logFailures(executed: readonly RunWithWorkflow[]): void {
    for (const entry of failedSteps(executed)) this.logger.warn({ ...entry }, 'Step failed');
  }
}

/** The ids in every log line about a run. */
function idsOf({ _id, environmentId, transactionId, subscriberId }: Run) {
  return {
    environmentId: environmentId.toHexString(),
    transactionId,
    subscriberId: subscriberId.toHexString(),
    runId: _id.toHexString(),
  };
}

function callsOthers({ input }: RunTask): boolean {
  return input.workflow.steps.some(({ type }) => CALLING.includes(type));
}

function isRepeatable({ steps }: Workflow): boolean {
  return steps.every(({ type }) => REPEATABLE.includes(type));
}

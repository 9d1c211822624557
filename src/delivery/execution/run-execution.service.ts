import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { EventsService } from '../../events/events.service.js';
import { Logger } from '../../platform/logging/logger.js';
import { withLogContext } from '../../platform/logging/log-context.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import { RunsService } from '../../notifications/activity/runs.service.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import { MessagesService } from '../../notifications/messages/messages.service.js';
import type { StepType } from '../../workflows/steps/step-kinds.js';
import { RealEffects } from '../effects/real-effects.js';
import type { RunScope } from '../run-input.js';
import type { StepServices } from '../steps/step.js';
import { executeRun, type Retention } from './execute-run.js';
import { type ExecutedRun, failedSteps } from './failed-steps.js';
import { isOpen } from '../counting/run-counts.js';
import { RunCountingService } from '../counting/run-counting.service.js';
import { type RunTask, RunScopesService } from './run-scopes.service.js';

const DAY_MS = 86_400_000;
/** Runs whose steps call others are executed this many at a time, so that little is repeated after a crash. */
const CALLING_RUNS = 50;
const CALLING: readonly StepType[] = ['email', 'sms', 'push', 'chat', 'tool', 'http_request'];

/** A lease on runs that begins now. */
export interface Lease {
  claim: string;
  until: Date;
}

/** Executes runs for real, and stores what they lead to in bulk. */
@Injectable()
export class RunExecutionService {
  readonly services: StepServices;
  readonly retention: Retention;
  /** Milliseconds for which a worker has a run to itself; it extends them as long as it lives (behaviour P10). */
  private readonly leaseMs: number;

  constructor(
    private readonly scopes: RunScopesService,
    private readonly messages: MessagesService,
    private readonly runs: RunsService,
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
      longestWait: { amount: config.maxWaitDays, unit: 'days' },
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
    return { claim: randomUUID(), until: new Date(this.clock.now().getTime() + this.leaseMs) };
  }

  /** Executes runs in memory that are stored only when they have ended: those whose steps neither wait nor call others. */
  async executeUnstored(environment: EnvironmentRef, works: RunTask[]): Promise<Run[]> {
    const scopes = await this.scopes.load(environment, works);
    const messages = await Promise.all(works.map(({ run }, index) => this.execute(run, scopes[index]!)));
    const runs = works.map(({ run }) => run);
    // In no order: as long as one of them fails, the event stays at this chunk, and all of it is done again.
    await Promise.all([this.messages.insertNew(messages.flat()), this.runs.insertNew(runs)]);
    this.log(runs);
    this.logFailures(runs.map((run, index) => ({ run, scope: scopes[index]! })));
    return runs;
  }

  /**
   * Executes runs that are stored and leased by the caller, and writes how far they have come. Should it end halfway, the
   * lease runs out and somebody else goes on. Returns the runs that were written. `counted`: the caller adds runs that
   * end here to the counters of their events.
   */
  async executeLeased(
    environment: EnvironmentRef,
    works: RunTask[],
    { claim, counted }: { claim: string; counted: boolean },
  ): Promise<Run[]> {
    const written: ExecutedRun[] = [];
    const size = works.some(callsOthers) ? CALLING_RUNS : works.length;
    try {
      await this.keepingLease(works, claim, async () => {
        for (let start = 0; start < works.length; start += size) {
          written.push(...(await this.executeSlice(environment, works.slice(start, start + size), claim, counted)));
        }
      });
    } finally {
      this.logFailures(written);
    }
    return written.map(({ run }) => run);
  }

  /** Extends the lease as long as the work goes on: a slow provider is no dead worker. */
  private async keepingLease(works: readonly RunTask[], claim: string, work: () => Promise<void>): Promise<void> {
    const ids = works.map(({ run }) => run._id);
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

  private async executeSlice(
    environment: EnvironmentRef,
    works: RunTask[],
    claim: string,
    counted: boolean,
  ): Promise<ExecutedRun[]> {
    const scopes = await this.scopes.load(environment, works);
    const results = await this.executeAll(works, scopes);
    // A run whose step met a failing store stays as it is until its lease runs out.
    const executed = works.flatMap(({ run }, index) => (results[index] ? [{ run, scope: scopes[index]! }] : []));
    const done = executed.map(({ run }) => run);
    const counting = counted ? this.counting.mark(done) : undefined;
    await this.messages.insertNew(results.flatMap((messages) => messages ?? []));
    await this.keepEvents(done);
    await this.runs.write(done, claim);
    if (counting) await this.counting.finish(counting);
    this.log(done);
    return executed;
  }

  private execute(run: Run, scope: RunScope): Promise<Message[]> {
    return withLogContext(idsOf(run), () => executeRun(run, scope, this.services, this.retention));
  }

  private executeAll(works: readonly RunTask[], scopes: readonly RunScope[]): Promise<(Message[] | undefined)[]> {
    return Promise.all(
      works.map(async ({ run }, index) => {
        try {
          return await this.execute(run, scopes[index]!);
        } catch (error) {
          // Behaviour P7: one run does not keep the others from being stored.
          this.logger.warn({ ...idsOf(run), err: error }, 'A run was cut off and will be repeated');
          return undefined;
        }
      }),
    );
  }

  /** Behaviour N2: what a run, or the digest it is part of, needs later must not be forgotten meanwhile. */
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

  private logFailures(executed: readonly ExecutedRun[]): void {
    for (const entry of failedSteps(executed)) this.logger.warn({ ...entry }, 'Step failed');
  }
}

/** What every line about a run says, whoever woke it. */
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

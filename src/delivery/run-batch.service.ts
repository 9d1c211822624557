import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import type { RunTopic } from '../notifications/activity/run.schema.js';
import { type KnownRun, RunsService } from '../notifications/activity/runs.service.js';
import type { Subscriber } from '../subscribers/subscriber.schema.js';
import type { StepType } from '../workflows/steps/step-kinds.js';
import type { Workflow } from '../workflows/workflow.schema.js';
import { newRun } from './execution/new-run.js';
import { countRuns, type RunCounts } from './counting/run-counts.js';
import { RunExecutionService } from './execution/run-execution.service.js';
import type { RunTask } from './execution/run-scopes.service.js';
import type { EventScope } from './run-input.js';

/** Somebody an event is for. */
export interface RunRecipient {
  subscriber: Subscriber;
  /** The topics the recipient was reached through, for the activity; absent when named directly. */
  topics?: RunTopic[];
}

/** Steps that can be executed twice without harm, because all they do is derived from the run. */
const REPEATABLE: readonly StepType[] = ['in_app', 'custom'];

/** Starts the runs of events. */
@Injectable()
export class RunBatchService {
  constructor(
    private readonly runs: RunsService,
    private readonly execution: RunExecutionService,
  ) {}

  /**
   * Executes and stores the runs of one event for a chunk of recipients. It may be interrupted anywhere and run again:
   * what it stores has ids that follow from the event, and runs that are there already are left to whoever has them.
   */
  async start(scope: EventScope, recipients: RunRecipient[]): Promise<RunCounts> {
    const environment = { id: scope.event.environmentId, organizationId: scope.event.organizationId };
    const works = recipients.map(({ subscriber, topics }): RunTask => {
      const input = { ...scope, subscriber };
      return { run: newRun({ ...input, topics }, this.execution.retention.runMs), input, recovering: false };
    });
    if (isRepeatable(scope.workflow)) return countRuns(await this.execution.executeUnstored(environment, works));
    return this.startLeased(environment, works);
  }

  private async startLeased(environment: EnvironmentRef, works: RunTask[]): Promise<RunCounts> {
    const lease = this.execution.newLease();
    for (const { run } of works) Object.assign(run, { claim: lease.claim, wakeAt: lease.until });
    const own = new Set(await this.runs.insertOwn(works.map(({ run }) => run)));
    const others = works.filter(({ run }) => !own.has(run)).map(({ run }) => run._id);
    const written = await this.execution.executeLeased(
      environment,
      works.filter(({ run }) => own.has(run)),
      { claim: lease.claim, counted: false },
    );
    return countRuns([...written, ...(await this.uncounted(others))]);
  }

  /** Runs of an earlier attempt at this chunk that ended in it and have not been counted yet. */
  private async uncounted(ids: Types.ObjectId[]): Promise<Pick<KnownRun, 'status'>[]> {
    const known = await this.runs.findStates(ids);
    // One that has been reopened since had been merged when the chunk ended.
    return known.flatMap(({ status, counted, reopened }) => {
      if (reopened) return [{ status: 'merged' as const }];
      return counted ? [] : [{ status }];
    });
  }
}

function isRepeatable({ steps }: Workflow): boolean {
  return steps.every(({ type }) => REPEATABLE.includes(type));
}

import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { ContextsService } from '../../../contexts/contexts.service.js';
import type { Event } from '../../../events/store/event.schema.js';
import { EventsService } from '../../../events/store/events.service.js';
import { IntegrationsService } from '../../../integrations/integrations.service.js';
import { watchRun } from '../../../notifications/activity/run-events.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import { isOpen } from '../../../notifications/activity/statuses.js';
import type { StepReason } from '../../../notifications/activity/step-reasons.js';
import { Clock } from '../../../platform/clock.js';
import { IdMap } from '../../../platform/ids.js';
import { type SharedSpan, Tracing } from '../../../platform/tracing/tracing.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import type { Workflow } from '../../../workflows/workflow.schema.js';
import { WorkflowsService } from '../../../workflows/workflows.service.js';
import { endEarly } from '../../engine/execute-run.js';
import { AttachmentRelease } from '../attachment-release.service.js';
import { DigestHandover } from '../digest/digests.service.js';
import { RunExecutionService } from '../execution/run-execution.service.js';
import { RunStore } from '../execution/run-store.service.js';
import { EnvironmentDeletedException } from '../../../auth/environment-lookup.service.js';
import { EnvironmentFactsService } from '../scopes/environment-facts.service.js';
import type { RunTask } from '../scopes/run-scopes.service.js';

/** A run that this worker has claimed. */
export interface ClaimedRun {
  run: Run;
  /** The run was not waiting: an earlier worker died while executing it. */
  recovering: boolean;
}

/** What is to be done with claimed runs: some are executed, the others cannot continue. */
interface LoadedRuns {
  tasks: RunTask[];
  stopped: { run: Run; reason: StepReason }[];
}

/** Loads what due runs are about: their events, workflows, subscribers, contexts. */
@Injectable()
export class WakeTasks {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly subscribers: SubscribersService,
    private readonly contexts: ContextsService,
    private readonly integrations: IntegrationsService,
    private readonly environments: EnvironmentFactsService,
    private readonly clock: Clock,
  ) {}

  /** For runs of one environment, together. */
  async load(environment: EnvironmentRef, claimed: readonly ClaimedRun[], events: IdMap<Event>): Promise<LoadedRuns> {
    const subscribers = await this.subscribers.findByIds(
      environment,
      claimed.map(({ run }) => run.subscriberId),
    );
    const shared = await this.loadShared(environment, claimed, events);
    const env = await this.environments.find(environment);
    const inAppActive = await this.integrations.isInAppActive(environment);
    const now = this.clock.now();
    const found: LoadedRuns = { tasks: [], stopped: [] };
    for (const { run, recovering } of inOrderOfAcceptance(claimed, events)) {
      const known = sharedBy(run, shared.get(run.eventId));
      const subscriber = subscribers.get(run.subscriberId);
      if (typeof known === 'string') found.stopped.push({ run, reason: known });
      else if (!subscriber) found.stopped.push({ run, reason: 'subscriber_deleted' });
      else found.tasks.push({ run, recovering, input: { ...known, subscriber, env, inAppActive, now } });
    }
    return found;
  }

  /** Returns what the runs of each event share, or why they cannot continue, by event id, without expired events. */
  private async loadShared(
    environment: EnvironmentRef,
    claimed: readonly ClaimedRun[],
    events: IdMap<Event>,
  ): Promise<IdMap<SharedScope | StepReason>> {
    const groups = IdMap.groupBy(claimed, ({ run }) => run.eventId);
    const found = [...events.values()];
    const actors = await this.subscribers.findOrCreateMany(
      environment,
      found.flatMap(({ actor, cancelledAt }) => (actor && !cancelledAt ? [{ subscriberId: actor.subscriberId }] : [])),
    );
    const shared = new IdMap<SharedScope | StepReason>();
    for (const event of found) {
      const actor = event.actor && actors.get(event.actor.subscriberId);
      const releases = (groups.get(event._id) ?? []).map(({ run }) => run.workflowRelease ?? 0);
      shared.set(event._id, await this.shareEvent(environment, event, actor, releases));
    }
    return shared;
  }

  private async shareEvent(
    environment: EnvironmentRef,
    event: Event,
    actor: Subscriber | undefined,
    releases: number[],
  ): Promise<SharedScope | StepReason> {
    if (event.cancelledAt) return 'run_canceled';
    const workflows = event.bridge
      ? new Map(releases.map((release) => [release, event.bridge!.workflow]))
      : await this.workflows.findForRuns(environment, event.workflowId, releases);
    if (workflows.size === 0) return 'workflow_deleted';
    const context = await this.contexts.store(environment, event.context, event.createdAt);
    return { event: Object.assign(event, { context }), workflows, ...(actor && { actor }) };
  }
}

/** Continues runs that are due: executes them together, and ends those that cannot continue. */
@Injectable()
export class WakeBatchService {
  constructor(
    private readonly events: EventsService,
    private readonly tasks: WakeTasks,
    private readonly execution: RunExecutionService,
    private readonly store: RunStore,
    private readonly handover: DigestHandover,
    private readonly attachments: AttachmentRelease,
    private readonly tracing: Tracing,
    private readonly clock: Clock,
  ) {}

  /** Wakes runs of one environment, all with the same claim. */
  wake(claimed: readonly ClaimedRun[]): Promise<void> {
    const batch = this.tracing.sharedSpan('wake', { 'carillon.runs': claimed.length });
    if (!batch) return this.wakeTogether(claimed);
    const woken = batch.run(() => this.wakeTogether(claimed, batch));
    void batch.endAfter([woken]);
    return woken;
  }

  private async wakeTogether(claimed: readonly ClaimedRun[], batch?: SharedSpan): Promise<void> {
    const events = await this.events.findMany(claimed.map(({ run }) => run.eventId));
    batch?.add([...events.values()].map(({ trace }) => trace));
    const written = await this.wakeEnvironment(claimed, events).catch(nothingWhenDeleted);
    await this.releaseAttachments(written, events);
  }

  private async wakeEnvironment(claimed: readonly ClaimedRun[], events: IdMap<Event>): Promise<Run[]> {
    const [first] = claimed;
    if (!first) return [];
    const environment = { id: first.run.environmentId, organizationId: first.run.organizationId };
    const { tasks, stopped } = await this.tasks.load(environment, claimed, events);
    const ended = await this.end(stopped);
    const { written, doubtful } = await this.execution.executeLeased(environment, tasks, { counted: true });
    return [...ended, ...written, ...doubtful];
  }

  private async end(stopped: LoadedRuns['stopped']): Promise<Run[]> {
    const runs = stopped.map(({ run }) => run);
    await this.handover.handOver(runs);
    const now = this.clock.now();
    const changes = stopped.map(({ run, reason }) => {
      const changeOf = watchRun(run);
      endEarly(run, reason, now);
      return changeOf();
    });
    await this.store.writeEnded(changes, runs);
    return runs;
  }

  /** Deletes attachments that no run needs any more (E4, E5). */
  private async releaseAttachments(written: readonly Run[], events: IdMap<Event>): Promise<void> {
    const ended = written.filter(({ status }) => !isOpen(status));
    const finished = new Set(ended.flatMap(({ eventId }) => events.get(eventId) ?? []));
    for (const event of finished) await this.attachments.release(event);
  }
}

/** Behaviour Q10: what was held for a subscriber is sent in this order. */
function inOrderOfAcceptance(claimed: readonly ClaimedRun[], events: IdMap<Event>): readonly ClaimedRun[] {
  const acceptedAt = ({ run }: ClaimedRun): number => (events.get(run.eventId) ?? run).createdAt.getTime();
  const byId = (a: ClaimedRun, b: ClaimedRun): number =>
    a.run.eventId.toHexString().localeCompare(b.run.eventId.toHexString());
  return claimed.toSorted((a, b) => acceptedAt(a) - acceptedAt(b) || byId(a, b));
}

/** `workflows`: by release number. */
type SharedScope = { event: Event; workflows: ReadonlyMap<number, Workflow>; actor?: Subscriber };

/** Returns what a run shares with the others of its event, with the workflow release it started with (behaviour P8). */
function sharedBy(
  { workflowRelease = 0 }: Run,
  shared: SharedScope | StepReason = 'event_expired',
): (Omit<SharedScope, 'workflows'> & { workflow: Workflow }) | StepReason {
  if (typeof shared === 'string') return shared;
  const { workflows, ...rest } = shared;
  const workflow = workflows.get(workflowRelease);
  return workflow ? { ...rest, workflow } : 'workflow_deleted';
}

/** Runs of a deleted environment are deleted with it. */
function nothingWhenDeleted(error: unknown): Run[] {
  if (error instanceof EnvironmentDeletedException) return [];
  throw error;
}

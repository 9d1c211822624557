import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { ContextsService } from '../../contexts/contexts.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { CancellationService } from '../runs/cancellation/cancellation.service.js';
import type { Event } from '../../events/store/event.schema.js';
import { logIdsOf } from '../../events/store/log-ids.js';
import { type Cursor, NO_COUNTERS } from '../../events/store/expansion.js';
import { EventCancellationStore } from '../../events/store/event-cancellation.store.js';
import { type ChunkResult, EventProgressStore, type TakenEvent } from '../../events/store/event-progress.store.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import { Logger } from '../../platform/logging/logger.js';
import { type SharedSpan, type SpanOptions, Tracing } from '../../platform/tracing/tracing.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { SubscriberProfile } from '../../subscribers/profiles/subscriber-profile.js';
import { type KnownSubscribers, SubscribersService } from '../../subscribers/subscribers.service.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { AttachmentRelease } from '../runs/attachment-release.service.js';
import { EnvironmentFactsService } from '../runs/execution/environment-facts.service.js';
import type { ExpansionScope } from '../engine/run-input.js';
import { RecipientExpander } from './expansion/recipient-expander.service.js';
import { RunCountingService } from '../runs/execution/run-counting.service.js';
import { RunExecutionService } from '../runs/execution/run-execution.service.js';
import { EnvironmentDeletedException } from '../../auth/environment-lookup.service.js';

interface DeliveredChunk {
  /** Whether the event moved on; false when it was cancelled meanwhile or another worker has taken it over. */
  readonly advanced: boolean;
  /** Where its next chunk begins; undefined when this was the last one. */
  readonly next?: Cursor;
}

/**
 * Delivers the next chunk of an event's recipients: loads what they share, finds the recipients, executes their runs, and
 * stores that the chunk is done. May be interrupted at any point and repeated: all ids are derived from the event, and the
 * event moves on only after everything else is stored.
 */
@Injectable()
export class EventDeliveryService {
  constructor(
    private readonly progress: EventProgressStore,
    private readonly cancellationStore: EventCancellationStore,
    private readonly cancellation: CancellationService,
    private readonly workflows: WorkflowsService,
    private readonly subscribers: SubscribersService,
    private readonly contexts: ContextsService,
    private readonly integrations: IntegrationsService,
    private readonly environments: EnvironmentFactsService,
    private readonly expander: RecipientExpander,
    private readonly runs: RunExecutionService,
    private readonly counting: RunCountingService,
    private readonly attachments: AttachmentRelease,
    private readonly tracing: Tracing,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Reads the subscribers that an event names while it is being stored, for a delivery that follows at once. Resolves with
   * undefined when they could not be read; then the delivery reads them.
   */
  async readAhead({ event }: TakenEvent): Promise<KnownSubscribers | undefined> {
    const ids = [...(event.actor ? [event.actor] : []), ...namedBy(event)].map(({ subscriberId }) => subscriberId);
    if (ids.length === 0) return undefined;
    return this.subscribers.findByOwnIds({ id: event.environmentId }, ids).catch(() => undefined);
  }

  /**
   * Delivers a chunk of an event that the caller has taken. `batch`: the span of events that are delivered together.
   * Returns whether the event waits for a turn of low priority, to deliver its next chunk.
   */
  async deliver(taken: TakenEvent, batch?: SharedSpan): Promise<boolean> {
    const { event, claim } = taken;
    try {
      const { advanced, next } = await this.tracing.span(
        'chunk',
        () => spanOf(taken, batch),
        () => this.deliverChunk(taken),
      );
      if (!advanced) await this.progress.release(event, claim);
      return advanced && next !== undefined;
    } catch (error) {
      if (!(error instanceof EnvironmentDeletedException)) {
        await this.progress.releaseFailed(event, claim);
        throw error;
      }
      // The event is deleted with the environment.
      this.logger.info(logIdsOf(event), 'The environment was deleted; its event is not delivered');
      await this.progress.release(event, claim);
      return false;
    }
  }

  private async deliverChunk(taken: TakenEvent): Promise<DeliveredChunk> {
    const { event } = taken;
    const { leased, ...result } = await this.executeChunk(taken);
    const advanced = await this.progress.advance(taken, result);
    if (advanced && !result.next) await this.attachments.release(event);
    if (!advanced) {
      const counted = await this.cancellationStore.count(taken, result);
      // The other worker counts the runs of the chunk that it has executed, and those that had ended by then.
      if (!counted) await this.counting.countEnded(leased);
      await this.cancellation.cancelLatecomers(event);
    }
    return { advanced, next: result.next };
  }

  private async executeChunk({ event, known }: TakenEvent): Promise<ChunkResult & { leased: Types.ObjectId[] }> {
    const environment = { id: event.environmentId, organizationId: event.organizationId };
    const workflow = event.bridge?.workflow ?? (await this.workflows.findForDelivery(environment, event.workflowId));
    if (!workflow) {
      const detail = 'The workflow was deleted before the event was delivered';
      this.logger.warn(
        { ...logIdsOf(event), workflowId: event.workflowId.toHexString() },
        `${detail}; nothing is sent`,
      );
      return { counters: { ...NO_COUNTERS }, problems: [{ code: 'workflow_deleted', detail }], leased: [] };
    }
    // First, because nothing may be written for a deleted environment.
    const env = await this.environments.find(environment);
    const context = await this.contexts.store(environment, event.context, event.createdAt);
    const scope: ExpansionScope = {
      environment,
      env,
      event: Object.assign({}, event, { context }),
      workflow,
      ...(await this.resolveSubscribers(environment, event, known)),
      inAppActive: await this.integrations.isInAppActive(environment),
      now: this.clock.now(),
    };
    const { recipients, next, problems } = await this.expander.nextChunk(scope);
    for (const problem of problems)
      this.logger.warn({ ...logIdsOf(event), ...problem }, 'Recipients of an event were left out');
    const { counts, leased } = await this.runs.start(scope, recipients);
    return { next, counters: { expanded: recipients.length, ...counts }, problems, leased };
  }

  /**
   * Creates or updates all subscribers that the event names, in one command; each recipient appears once (behaviour R1 to
   * R5, R8). Later chunks only read the actor.
   */
  private async resolveSubscribers(
    environment: EnvironmentRef,
    event: Event,
    stored: KnownSubscribers | undefined,
  ): Promise<{ named: Subscriber[]; actor?: Subscriber }> {
    const { actor, expansion } = event;
    const first = expansion.chunk === 0;
    const named = first ? namedBy(event) : [];
    const actors = actor ? [first ? actor : { subscriberId: actor.subscriberId }] : [];
    const known = await this.subscribers.findOrCreateMany(environment, [...actors, ...named], stored);
    const ids = new Set(named.map(({ subscriberId }) => subscriberId));
    return {
      named: [...ids].flatMap((id) => known.get(id) ?? []),
      ...(actor && { actor: known.get(actor.subscriberId) }),
    };
  }
}

/** What a trigger says about the subscribers that it names. */
function namedBy({ recipients }: Event): SubscriberProfile[] {
  return recipients.flatMap((one) => (one.kind === 'subscriber' ? [one.profile] : []));
}

/** The span of a chunk belongs to the trace in which its event was accepted. */
function spanOf({ event }: TakenEvent, batch: SharedSpan | undefined): SpanOptions {
  const { environmentId, workflowId, transactionId, trace, expansion } = event;
  return {
    kind: 'CONSUMER',
    trace,
    detached: true,
    attributes: {
      'carillon.environment.id': environmentId.toHexString(),
      'carillon.workflow.id': workflowId.toHexString(),
      'carillon.transaction.id': transactionId,
      'carillon.chunk': expansion.chunk,
    },
    ...(batch && { links: [batch.link] }),
  };
}

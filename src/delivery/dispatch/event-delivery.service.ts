import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { EnvironmentDeletedException } from '../../auth/environment-lookup.service.js';
import { type Cursor, NO_COUNTERS } from '../../events/store/expansion.js';
import { logIdsOf } from '../../events/store/log-ids.js';
import { Logger } from '../../platform/logging/logger.js';
import { type SharedSpan, type SpanOptions, Tracing } from '../../platform/tracing/tracing.js';
import { AttachmentRelease } from '../runs/attachment-release.service.js';
import { CancellationService } from '../runs/cancellation/cancellation.service.js';
import { RunExecutionService } from '../runs/execution/run-execution.service.js';
import { type ChunkResult, type ClaimedEvent, EventProgressStore } from './event-progress.store.js';
import { EventScopes } from './event-scopes.service.js';
import { RecipientExpander } from './expansion/recipient-expander.service.js';

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
    private readonly scopes: EventScopes,
    private readonly expander: RecipientExpander,
    private readonly runs: RunExecutionService,
    private readonly cancellation: CancellationService,
    private readonly attachments: AttachmentRelease,
    private readonly tracing: Tracing,
    private readonly logger: Logger,
  ) {}

  /**
   * Delivers a chunk of an event that the caller has claimed. `batch`: the span of events that are delivered together.
   * Returns whether the event waits for a turn of low priority, to deliver its next chunk.
   */
  async deliver(claimed: ClaimedEvent, batch?: SharedSpan): Promise<boolean> {
    const { event, claim } = claimed;
    try {
      const { advanced, next } = await this.tracing.span(
        'chunk',
        () => spanOf(claimed, batch),
        () => this.deliverChunk(claimed),
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

  private async deliverChunk(claimed: ClaimedEvent): Promise<DeliveredChunk> {
    const { event } = claimed;
    const { leased, ...result } = await this.executeChunk(claimed);
    const advanced = await this.progress.advance(claimed, result);
    if (!advanced) await this.cancellation.endLostChunk(claimed, result, leased);
    else if (!result.next) await this.attachments.release(event);
    return { advanced, next: result.next };
  }

  private async executeChunk({ event, known }: ClaimedEvent): Promise<ChunkResult & { leased: Types.ObjectId[] }> {
    const scope = await this.scopes.load(event, known);
    if (!scope) {
      const detail = 'The workflow was deleted before the event was delivered';
      const ids = { ...logIdsOf(event), workflowId: event.workflowId };
      this.logger.warn(ids, `${detail}; nothing is sent`);
      return { counters: { ...NO_COUNTERS }, problems: [{ code: 'workflow_deleted', detail }], leased: [] };
    }
    const { recipients, next, problems } = await this.expander.nextChunk(scope);
    for (const problem of problems)
      this.logger.warn({ ...logIdsOf(event), ...problem }, 'Recipients of an event were left out');
    const { counts, leased } = await this.runs.start(scope, recipients);
    return { next, counters: { expanded: recipients.length, ...counts }, problems, leased };
  }
}

/** The span of a chunk belongs to the trace in which its event was accepted. */
function spanOf({ event }: ClaimedEvent, batch: SharedSpan | undefined): SpanOptions {
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

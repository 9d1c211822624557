import { randomUUID } from 'node:crypto';
import { Injectable, PayloadTooLargeException, UnprocessableEntityException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Clock } from '../common/clock.js';
import { ValidationException } from '../common/errors/validation.exception.js';
import { freeFormProblem } from '../common/validation/free-form.js';
import { Config } from '../config/config.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { addToLogContext } from '../logging/log-context.js';
import { Logger } from '../logging/logger.js';
import { rawCollection } from '../persistence/raw-collection.js';
import { isDuplicateKey } from '../persistence/store-errors.js';
import { JobQueue } from '../queue/job-queue.js';
import type { Workflow } from '../workflows/workflow.schema.js';
import { WorkflowsService } from '../workflows/workflows.service.js';
import type { TriggerEventDto } from './dto/trigger-event.dto.js';
import type { TriggerResultDto, TriggerStatus } from './dto/trigger-result.dto.js';
import { Event } from './event.schema.js';
import { readSubscriberProfile } from './read-profile.js';
import { readRecipients } from './recipients.js';
import { parseContext } from './trigger-context.js';

const DAY_MS = 86_400_000;

/** A trigger's result, and whether it is the answer to an earlier trigger with the same transaction id. */
export interface Acceptance {
  result: TriggerResultDto;
  replayed: boolean;
}

/** Accepts triggers: checks, stores, and tells a worker. */
@Injectable()
export class EventsService {
  constructor(
    @InjectModel(Event.name) private readonly events: Model<Event>,
    private readonly workflows: WorkflowsService,
    private readonly queue: JobQueue,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * A `processed` result means that the event is in the store (behaviour T13). The job is only a hint: when the
   * queue cannot be reached, the sweeper finds the event.
   */
  async trigger(environment: EnvironmentRef, trigger: TriggerEventDto): Promise<Acceptance> {
    const fields = {
      recipients: readRecipients(trigger.to, this.config.maxRecipients),
      actor: trigger.actor === undefined ? undefined : readSubscriberProfile(trigger.actor, 'actor'),
      context: parseContext(trigger.context),
      overrides: trigger.overrides && { severity: trigger.overrides.severity },
      payload: this.assertPayloadFits(trigger.payload ?? {}),
      transactionId: trigger.transactionId ?? randomUUID(),
    };
    const workflow = await this.workflows.findForTrigger(environment, trigger.name);
    if (!workflow) throw new UnprocessableEntityException({ message: 'workflow_not_found', errors: {} });
    const obstacle = whyNotDelivered(workflow, trigger);
    if (obstacle) return { result: { acknowledged: true, status: obstacle }, replayed: false };
    addToLogContext({ transactionId: fields.transactionId });
    const now = this.clock.now();
    const event: Event = {
      _id: new Types.ObjectId(),
      environmentId: environment.id,
      organizationId: environment.organizationId,
      workflowId: workflow._id,
      ...fields,
      sweepAt: new Date(now.getTime() + this.config.sweepAfterSeconds * 1000),
      sweeps: 0,
      expiresAt: new Date(now.getTime() + this.config.transactionIdDays * DAY_MS),
      createdAt: now,
    };
    const stored = await this.storeUnlessKnown(event);
    if (stored) await this.announce(event, workflow);
    return {
      result: { acknowledged: true, status: 'processed', transactionId: fields.transactionId },
      replayed: !stored,
    };
  }

  /** The event a job names; undefined when it has expired. */
  async find(id: Types.ObjectId): Promise<Event | undefined> {
    return (await this.events.findById(id).lean()) ?? undefined;
  }

  /** Payloads of events by hexadecimal event id; expired events are absent. */
  async findPayloads(
    { id: environmentId }: EnvironmentRef,
    ids: Types.ObjectId[],
  ): Promise<Map<string, Event['payload']>> {
    const events = await this.events.find({ _id: { $in: ids }, environmentId }, { payload: 1 }).lean();
    return new Map(events.map(({ _id, payload }) => [_id.toHexString(), payload]));
  }

  /** Nothing is left to do for this event. */
  async markDelivered(event: Pick<Event, '_id'>): Promise<void> {
    await this.events.updateOne({ _id: event._id }, { $unset: { sweepAt: 1 } });
  }

  /** Makes every event that is not delivered yet due for the next {@link claimOverdue}. */
  async makeAllOverdue(): Promise<void> {
    await this.events.updateMany({ sweepAt: { $exists: true } }, { sweepAt: this.clock.now() });
  }

  /**
   * Events that should have been delivered by now, longest overdue first, at most `limit`. Each comes up again after
   * a wait that doubles from time to time.
   */
  async claimOverdue(limit: number): Promise<Pick<Event, '_id' | 'sweeps'>[]> {
    const now = this.clock.now();
    const overdue = await this.events
      .find({ sweepAt: { $lte: now } }, { sweeps: 1 })
      .sort({ sweepAt: 1 })
      .limit(limit)
      .lean();
    if (overdue.length === 0) return [];
    await this.events.bulkWrite(
      overdue.map(({ _id, sweeps }) => ({
        updateOne: {
          filter: { _id, sweepAt: { $exists: true } },
          update: { sweepAt: new Date(now.getTime() + this.sweepWait(sweeps)), $inc: { sweeps: 1 } },
        },
      })),
      { ordered: false },
    );
    return overdue.map(({ _id, sweeps }) => ({ _id, sweeps: sweeps + 1 }));
  }

  private sweepWait(sweeps: number): number {
    return this.config.sweepAfterSeconds * 1000 * 2 ** Math.min(sweeps, LONGEST_WAIT_DOUBLINGS);
  }

  private async storeUnlessKnown(event: Event): Promise<boolean> {
    try {
      await rawCollection<Event>(this.events).insertOne(event);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private async announce(event: Event, workflow: Workflow): Promise<void> {
    try {
      await this.queue.add([{ kind: 'deliver-event', eventId: event._id.toHexString(), sweep: 0 }]);
    } catch (error) {
      this.logger.warn({ err: error }, 'Trigger stored, but the queue could not be told; the sweeper will deliver it');
    }
    this.logger.info({ workflow: workflow.workflowId, recipients: event.recipients.length }, 'Trigger accepted');
  }

  private assertPayloadFits(payload: Record<string, unknown>): Record<string, unknown> {
    const problem = freeFormProblem(payload);
    if (problem !== undefined) throw ValidationException.of('payload', `payload ${problem}`);
    const size = Buffer.byteLength(JSON.stringify(payload));
    const limit = this.config.maxPayloadBytes;
    if (size > limit) {
      throw new PayloadTooLargeException(`payload has ${size} bytes as JSON, the limit is ${limit} bytes`);
    }
    return payload;
  }
}

// From one minute to about a quarter of a day.
const LONGEST_WAIT_DOUBLINGS = 8;

/** Behaviour T8 and T9: a trigger that is understood but leads to nothing says why. */
function whyNotDelivered(workflow: Workflow, trigger: TriggerEventDto): TriggerStatus | undefined {
  if (!workflow.active) return 'trigger_not_active';
  if (workflow.steps.length === 0) return 'no_workflow_steps_defined';
  // Tenants cannot be created yet, so that every tenant is unknown.
  if (trigger.tenant !== undefined) return 'no_tenant_found';
  return undefined;
}

import { HttpException, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Logger } from '../../platform/logging/logger.js';
import { TenantsService } from '../../tenants/tenants.service.js';
import { type CheckedPayload, payloadTask } from '../../workflows/payload-schema/payload-check.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import { LastTriggersService } from '../../workflows/last-triggers.service.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import type { Event } from '../event.schema.js';
import { EventsService } from '../events.service.js';
import type { Acceptance } from './acceptance.js';
import { JobDispatcher } from './job-dispatcher.service.js';
import { type NewEvent, newEvent } from './new-event.js';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import type { Trigger } from './read-trigger.js';
import { SealCredentials, type SealTrigger } from './seal-credentials.service.js';
import { skipReason } from './skip-reason.js';

const DAY_MS = 86_400_000;

/** Accepts triggers: checks them against their workflow, stores them, and tells a worker. */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly events: EventsService,
    private readonly attachments: AttachmentsService,
    private readonly workflows: WorkflowsService,
    private readonly tenants: TenantsService,
    private readonly credentials: SealCredentials,
    private readonly jobs: JobDispatcher,
    private readonly lastTriggers: LastTriggersService,
    private readonly computation: Computation,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * What becomes of each trigger, in their order. `accepted` means that the event is in the store (behaviour T13).
   * All events are stored with one command, unless they are very large, and announced in one exchange with the queue.
   */
  async accept(environment: EnvironmentRef, triggers: Trigger[]): Promise<Acceptance[]> {
    const workflows = await this.findWorkflows(environment, triggers);
    const tenants = await this.tenants.find(
      environment,
      triggers.flatMap(({ tenant }) => (tenant ? [tenant.identifier] : [])),
    );
    const seal = await this.credentials.prepare(environment, triggers);
    const evaluated: (NewEvent | Acceptance)[] = [];
    for (const trigger of triggers) {
      evaluated.push(await this.evaluate(environment, trigger, workflows.get(trigger.name)!, { tenants, seal }));
    }
    const stored = await this.store(evaluated.flatMap((outcome) => ('event' in outcome ? [outcome] : [])));
    return evaluated.map((outcome) =>
      'event' in outcome
        ? { kind: 'accepted', transactionId: outcome.event.transactionId, replayed: !stored.has(outcome.event) }
        : outcome,
    );
  }

  /** By name; what refuses the trigger where there is none. */
  private async findWorkflows(
    environment: EnvironmentRef,
    triggers: Trigger[],
  ): Promise<Map<string, Workflow | HttpException>> {
    const names = [...new Set(triggers.map(({ name }) => name))];
    const find = async (name: string) =>
      (await this.workflows.findForTrigger(environment, name)) ?? (await this.workflows.unknown(environment, name));
    return new Map(await Promise.all(names.map(async (name) => [name, await find(name)] as const)));
  }

  private async evaluate(
    environment: EnvironmentRef,
    trigger: Trigger,
    workflow: Workflow | HttpException,
    { tenants, seal }: { tenants: ReadonlyMap<string, unknown>; seal: SealTrigger },
  ): Promise<NewEvent | Acceptance> {
    if (workflow instanceof HttpException) return refused(workflow);
    const obstacle = skipReason(workflow, trigger, tenants);
    if (obstacle) return { kind: 'without_effect', status: obstacle };
    const { payload, violations } = await this.checkPayload(environment, workflow, trigger.payload);
    if (workflow.validatePayload && violations.length > 0) return refused(new PayloadValidationException(violations));
    const now = this.clock.now();
    try {
      return newEvent(environment, { ...seal(trigger), payload }, workflow, {
        createdAt: now,
        sweepAt: new Date(now.getTime() + this.config.sweepAfterSeconds * 1000),
        expiresAt: new Date(now.getTime() + this.config.transactionIdDays * DAY_MS),
      });
    } catch (error) {
      if (error instanceof HttpException) return refused(error);
      throw error;
    }
  }

  /** Fills in defaults (behaviour V4) and tells what does not fit; who does not validate payloads may ignore that. */
  private async checkPayload(
    { id }: EnvironmentRef,
    { payloadSchema }: Workflow,
    payload: Record<string, unknown>,
  ): Promise<Required<CheckedPayload>> {
    const work = { environmentId: id.toHexString(), urgent: true };
    if (!payloadSchema) {
      await this.computation.turn(work);
      return { payload, violations: [] };
    }
    const checked = await this.computation.run(payloadTask, { schema: payloadSchema, payload }, work);
    return { payload, ...checked };
  }

  private async store(accepted: NewEvent[]): Promise<Set<Event>> {
    // Behaviour D6: within one request the first with an id is the one that counts.
    const first = new Map(accepted.toReversed().map((one) => [one.event.transactionId, one]));
    const fresh = accepted.filter((one) => first.get(one.event.transactionId) === one);
    // Attachments come first: an event that is in the store must be complete.
    await this.attachments.store(fresh.flatMap(({ attachments }) => attachments ?? []));
    // When this throws an event may be in the store all the same, so that its attachments stay.
    const stored = await this.events.insertNew(
      fresh.map(({ event }) => event),
      fresh.map(({ size }) => size),
    );
    const unused = fresh.filter(({ event }) => !stored.includes(event));
    await this.attachments.discard(unused.flatMap(({ attachments }) => attachments ?? []));
    await this.announce(stored);
    this.lastTriggers.note(stored);
    return new Set(stored);
  }

  private async announce(events: Event[]): Promise<void> {
    if (events.length === 0) return;
    await this.jobs.dispatch(events);
    for (const { transactionId, kind, workflowId, recipients } of events) {
      const workflow = workflowId.toHexString();
      this.logger.info({ transactionId, kind, workflow, recipients: recipients.length }, 'Trigger accepted');
    }
  }
}

function refused(error: HttpException): Acceptance {
  return { kind: 'refused', error };
}

import { setTimeout as wait } from 'node:timers/promises';
import { ForbiddenException, HttpException, Injectable } from '@nestjs/common';
import { type EnvironmentRef, mayIn } from '../../auth/environment-ref.js';
import { RetentionService } from '../../auth/retention.service.js';
import { BridgeWorkflows } from '../../bridge/bridge-workflows.service.js';
import { Clock, later } from '../../platform/clock.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import { Logger } from '../../platform/logging/logger.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { type StoredTrace, toStored } from '../../platform/tracing/trace-context.js';
import { currentTrace, Tracing } from '../../platform/tracing/tracing.js';
import { SharedRounds } from '../../platform/scheduling/shared-rounds.js';
import { TenantsService } from '../../tenants/tenants.service.js';
import { LastTriggersService } from '../../workflows/last-triggers.service.js';
import { type CheckedPayload, payloadTask } from '../../workflows/payload-schema/payload-check.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { type Acceptance, skipReason, toBulkResult, toResult, withWarnings } from './acceptance.js';
import { JobDispatcher } from './job-dispatcher.service.js';
import { type NewEvent, newEvent, SealCredentials, type SealTrigger } from './new-event.js';
import { newTransactionId, readBroadcast, readBulk, readTrigger, type Trigger } from './read-trigger.js';
import { AttachmentsService, type NewAttachments } from '../attachments/attachments.service.js';
import type { Event } from '../store/event.schema.js';
import type { TriggerResultDto } from './trigger-result.dto.js';
import { EventsService, inGroups } from '../store/events.service.js';
import { logIdsOf } from '../store/log-ids.js';
import type { BroadcastEventDto, TriggerEventDto } from './trigger.dto.js';

/** How requests of an environment are stored while others trigger, too (behaviour Z7). In the pauses they are delivered. */
const SHARING = { pieces: 16, piecesWithoutPause: 2, pauseMs: 20 };

/**
 * Between two portions of a large bulk, an environment that is not alone pauses for as long as the last one took, at most so
 * long: otherwise each of the many steps of a single trigger of another environment would wait for it (behaviour Z7).
 */
const MAX_PAUSE_MS = 250;

/** The result of a trigger, and whether it repeats that of an earlier trigger with the same transaction id. */
interface TriggerResponse {
  result: TriggerResultDto;
  replayed: boolean;
}

/**
 * Accepts triggers: reads them, checks them against their workflow, stores them as events, and adds jobs for the
 * workers. `callId` is that of a request which the client may retry (behaviour D8).
 */
@Injectable()
export class TriggersService {
  private readonly storing = new SharedRounds(SHARING);

  constructor(
    private readonly events: EventsService,
    private readonly attachments: AttachmentsService,
    private readonly workflows: WorkflowsService,
    private readonly bridge: BridgeWorkflows,
    private readonly tenants: TenantsService,
    private readonly credentials: SealCredentials,
    private readonly jobs: JobDispatcher,
    private readonly lastTriggers: LastTriggersService,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
    private readonly computation: Computation,
    private readonly config: Config,
    private readonly retention: RetentionService,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  trigger(environment: EnvironmentRef, input: TriggerEventDto, callId?: string): Promise<TriggerResponse> {
    return this.accept(environment, readTrigger(input, this.config, newTransactionId(callId)));
  }

  broadcast(environment: EnvironmentRef, input: BroadcastEventDto, callId?: string): Promise<TriggerResponse> {
    return this.accept(environment, readBroadcast(input, this.config, newTransactionId(callId)));
  }

  /** One result per event, in their order. Of a large bulk a portion is accepted after the other. */
  async triggerBulk(
    environment: EnvironmentRef,
    events: readonly unknown[],
    callId?: string,
  ): Promise<TriggerResultDto[]> {
    const work = { environmentId: environment.id.toHexString() };
    const results: TriggerResultDto[] = [];
    let took = 0;
    for await (const portion of readBulk(events, this.config, () => this.computation.turn(work), callId)) {
      if (took > 0 && this.storing.isShared(work.environmentId)) await wait(Math.min(took, MAX_PAUSE_MS));
      const began = performance.now();
      const triggers = portion.flatMap(({ trigger }) => (trigger instanceof HttpException ? [] : [trigger]));
      const acceptances = await this.acceptAll(environment, triggers);
      for (const { trigger, ignored } of portion) {
        const acceptance = trigger instanceof HttpException ? refused(trigger) : acceptances.shift()!;
        results.push(withWarnings(toBulkResult(acceptance), ignored));
      }
      took = performance.now() - began;
    }
    return results;
  }

  /** Accepts a single trigger that was read already. Throws the error that refuses it. */
  async accept(environment: EnvironmentRef, trigger: Trigger): Promise<TriggerResponse> {
    const [acceptance] = await this.acceptAll(environment, [trigger]);
    if (!acceptance) throw new Error('A trigger was neither accepted nor refused');
    return { result: toResult(acceptance), replayed: acceptance.kind === 'accepted' && acceptance.replayed };
  }

  /** As {@link acceptWithin}, in a span of the trace of the request. */
  private acceptAll(environment: EnvironmentRef, triggers: Trigger[]): Promise<Acceptance[]> {
    return this.tracing.span(
      'accept',
      () => ({
        kind: 'SERVER',
        attributes: {
          'carillon.environment.id': environment.id.toHexString(),
          'carillon.triggers': triggers.length,
        },
      }),
      (span) =>
        this.acceptWithin(environment, triggers, this.tracing.isOn ? toStored(span.spanContext()) : currentTrace()),
      (span, acceptances) => span.setAttribute('carillon.triggers.accepted', acceptances.filter(isNew).length),
    );
  }

  /**
   * Returns the outcome of each trigger, in their order. `accepted` means that the event is in the store (behaviour
   * T13). All events are stored with one command, unless they are very large, and their jobs are added with one
   * command.
   */
  private async acceptWithin(
    environment: EnvironmentRef,
    triggers: Trigger[],
    trace: StoredTrace | undefined,
  ): Promise<Acceptance[]> {
    const workflows = await this.findWorkflows(environment, triggers);
    const tenants = await this.tenants.find(
      environment,
      triggers.flatMap(({ tenant }) => (tenant ? [tenant.identifier] : [])),
    );
    const seal = await this.credentials.prepare(environment, triggers);
    const evaluated: (NewEvent | Acceptance)[] = [];
    for (const trigger of triggers) {
      evaluated.push(
        await this.evaluate(environment, trigger, workflows.get(workflowKey(trigger))!, { tenants, seal, trace }),
      );
    }
    const accepted = evaluated.flatMap((outcome) => ('event' in outcome ? [outcome] : []));
    const stored = await this.storing.run(environment.id.toHexString(), () => this.store(accepted));
    const acceptances = evaluated.map((outcome): Acceptance =>
      'event' in outcome
        ? { kind: 'accepted', transactionId: outcome.event.transactionId, replayed: !stored.has(outcome.event) }
        : outcome,
    );
    for (const one of acceptances) {
      this.metrics.triggers.add({ outcome: one.kind === 'accepted' && one.replayed ? 'replayed' : one.kind });
    }
    return acceptances;
  }

  /** The workflow that a trigger names (behaviour CF9). Throws the error that refuses the trigger. */
  async findWorkflow(environment: EnvironmentRef, { name, bridgeUrl }: NamesWorkflow): Promise<Workflow> {
    if (bridgeUrl !== undefined) {
      if (!mayIn(environment, 'workflows:write')) throw bridgeForbidden();
      return this.bridge.unsynced(environment, bridgeUrl, name);
    }
    const workflow = await this.workflows.findForTrigger(environment, name);
    if (!workflow) throw await this.workflows.unknown(environment, name);
    return workflow;
  }

  /** Returns the workflows by {@link workflowKey}; for an unknown one the error that refuses its triggers. */
  private async findWorkflows(
    environment: EnvironmentRef,
    triggers: Trigger[],
  ): Promise<Map<string, Workflow | HttpException>> {
    const named = new Map(triggers.map((trigger) => [workflowKey(trigger), trigger]));
    const found = [...named].map(async ([key, trigger]) => {
      const workflow = await this.findWorkflow(environment, trigger).catch((error: unknown) => {
        if (error instanceof HttpException) return error;
        throw error;
      });
      return [key, workflow] as const;
    });
    return new Map(await Promise.all(found));
  }

  /** Returns the event to store, or why there is none. */
  private async evaluate(
    environment: EnvironmentRef,
    trigger: Trigger,
    workflow: Workflow | HttpException,
    { tenants, seal, trace }: { tenants: ReadonlyMap<string, unknown>; seal: SealTrigger; trace?: StoredTrace },
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
        sweepAt: later(now, this.config.sweepAfterSeconds * 1000),
        expiresAt: await this.retention.expiry(environment.id, 'triggers', now),
        ...(trace && { trace }),
      });
    } catch (error) {
      if (error instanceof HttpException) return refused(error);
      throw error;
    }
  }

  /** Fills in defaults (behaviour V4) and returns the violations, also for workflows that do not validate payloads. */
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

  /** Returns the events that were stored: the transaction ids of the others are in use. */
  private async store(accepted: NewEvent[]): Promise<Set<Event>> {
    // Behaviour D6: within one request the first trigger with an id wins.
    const first = new Map(accepted.toReversed().map((one) => [one.event.transactionId, one]));
    const fresh = accepted.filter((one) => first.get(one.event.transactionId) === one);
    // Attachments are stored first: an event that is in the store must be complete.
    const attachments = attachmentsOf(fresh);
    if (attachments.length > 0) await this.attachments.store(attachments);
    const stored: Event[] = [];
    for (const group of inGroups(fresh)) stored.push(...(await this.storeGroup(group)));
    const unused = attachmentsOf(fresh.filter(({ event }) => !stored.includes(event)));
    if (unused.length > 0) await this.attachments.discard(unused);
    this.note(stored);
    this.lastTriggers.note(stored);
    return new Set(stored);
  }

  /** Returns the events of a group that were stored; a worker has been notified of them. */
  private async storeGroup(group: readonly NewEvent[]): Promise<Event[]> {
    const claimed = this.jobs.claimNew(group.map(({ event }) => event));
    let stored: Event[] = [];
    try {
      // When this throws, an event may be in the store anyway, so its attachments are kept, and the sweeper finds it.
      stored = await this.events.insertNew(group);
    } finally {
      for (const [event, confirm] of claimed) confirm(stored.includes(event));
    }
    await this.jobs.dispatch(stored.filter((event) => !claimed.has(event)));
    return stored;
  }

  private note(events: readonly Event[]): void {
    for (const event of events) {
      const { kind, workflowId, recipients } = event;
      const workflow = workflowId.toHexString();
      this.logger.info({ ...logIdsOf(event), kind, workflow, recipients: recipients.length }, 'Trigger accepted');
    }
  }
}

function attachmentsOf(events: readonly NewEvent[]): NewAttachments[] {
  return events.flatMap(({ attachments }) => attachments ?? []);
}

function isNew(acceptance: Acceptance): boolean {
  return acceptance.kind === 'accepted' && !acceptance.replayed;
}

type NamesWorkflow = Pick<Trigger, 'name' | 'bridgeUrl'>;

function workflowKey({ name, bridgeUrl = '' }: NamesWorkflow): string {
  return `${bridgeUrl} ${name}`;
}

/** What the application responds is sent as if it were a workflow of the environment. */
function bridgeForbidden(): ForbiddenException {
  return new ForbiddenException({
    message: "A trigger with a bridgeUrl needs the permission 'workflows:write'",
    error: 'Forbidden',
    hint: 'Use a key or a role that may write workflows, or sync the application first and leave out bridgeUrl.',
  });
}

function refused(error: HttpException): Acceptance {
  return { kind: 'refused', error };
}

import { setTimeout as wait } from 'node:timers/promises';
import { HttpException, Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { type StoredTrace, toStored } from '../../platform/tracing/trace-context.js';
import { currentTrace, Tracing } from '../../platform/tracing/tracing.js';
import { type Acceptance, acceptancesOf, refused, toBulkResult, toResult, withWarnings } from './acceptance.js';
import { EventsService } from '../store/events.service.js';
import { EventIntake } from './event-intake.service.js';
import { newTransactionId, readBroadcast, readBulk, readTrigger, type Trigger } from './read-trigger.js';
import type { BroadcastEventDto, TriggerEventDto } from './trigger.dto.js';
import { TriggerEvaluation } from './trigger-evaluation.service.js';
import type { TriggerResultDto } from './trigger-result.dto.js';

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
  constructor(
    private readonly evaluation: TriggerEvaluation,
    private readonly intake: EventIntake,
    private readonly events: EventsService,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
    private readonly computation: Computation,
    private readonly config: Config,
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
      if (took > 0 && this.intake.isShared(environment)) await wait(Math.min(took, MAX_PAUSE_MS));
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
    const evaluated = await this.evaluation.evaluate(environment, triggers, trace);
    const stored = await this.intake.store(
      environment,
      evaluated.flatMap((one) => ('event' in one ? [one] : [])),
    );
    const replayed = evaluated.flatMap((one) => ('event' in one && !stored.has(one.event) ? [one.event] : []));
    const acceptances = acceptancesOf(evaluated, stored, await this.events.findWorkflows(environment, replayed));
    for (const one of acceptances) {
      this.metrics.triggers.add({ outcome: one.kind === 'accepted' && one.replayed ? 'replayed' : one.kind });
    }
    return acceptances;
  }
}

function isNew(acceptance: Acceptance): boolean {
  return acceptance.kind === 'accepted' && !acceptance.replayed;
}

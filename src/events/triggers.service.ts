import { HttpException, Injectable, NotFoundException, type OnModuleDestroy } from '@nestjs/common';
import { pollUntil } from '../platform/poll-until.js';
import { Computation } from '../platform/computation/computation.service.js';
import { Config } from '../platform/config/config.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { type Acceptance, toBulkResult, toResult, withWarnings } from './accept/acceptance.js';
import { AcceptanceService } from './accept/acceptance.service.js';
import { ignoredFields } from './accept/ignored-fields.js';
import { newTransactionId } from './accept/new-transaction-id.js';
import { readBulk } from './accept/read-bulk.js';
import { readBroadcast, readTrigger, type Trigger } from './accept/read-trigger.js';
import { type EventProgressDto, hasEnded, toEventProgressDto, type TriggerResultDto } from './events.dto.js';
import type { BroadcastEventDto, TriggerEventDto } from './trigger.dto.js';
import type { Event } from './event.schema.js';
import { EventsService } from './events.service.js';

/** A trigger's result, and whether it is the answer to an earlier trigger with the same transaction id. */
export interface TriggerResponse {
  result: TriggerResultDto;
  replayed: boolean;
}

/**
 * What the trigger routes do: read what was sent, have it accepted, and answer. `callId` is that of a request which may be
 * attempted again (behaviour D8).
 */
@Injectable()
export class TriggersService implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly acceptance: AcceptanceService,
    private readonly events: EventsService,
    private readonly computation: Computation,
    private readonly config: Config,
  ) {}

  trigger(environment: EnvironmentRef, input: TriggerEventDto, callId?: string): Promise<TriggerResponse> {
    return this.acceptOne(environment, readTrigger(input, this.config, newTransactionId(callId)));
  }

  broadcast(environment: EnvironmentRef, input: BroadcastEventDto, callId?: string): Promise<TriggerResponse> {
    return this.acceptOne(environment, readBroadcast(input, this.config, newTransactionId(callId)));
  }

  /** One result per event, in their order. */
  async triggerBulk(environment: EnvironmentRef, events: unknown[], callId?: string): Promise<TriggerResultDto[]> {
    const work = { environmentId: environment.id.toHexString() };
    const read = await readBulk(events, this.config, () => this.computation.turn(work), callId);
    const acceptances = await this.acceptance.accept(
      environment,
      read.filter((one): one is Trigger => !(one instanceof HttpException)),
    );
    return read
      .map((one): Acceptance => (one instanceof HttpException ? { kind: 'refused', error: one } : acceptances.shift()!))
      .map((acceptance, index) => withWarnings(toBulkResult(acceptance), ignoredFields(events[index])));
  }

  /** How far a trigger is, as soon as its delivery has ended, or after so many seconds (behaviour Z6). */
  async progress(environment: EnvironmentRef, transactionId: string, seconds: number): Promise<EventProgressDto> {
    let event: Event | undefined;
    await pollUntil(seconds, async () => {
      event = await this.events.findByTransaction(environment, transactionId);
      return event === undefined || hasEnded(event) || this.stopping;
    });
    if (!event) throw new NotFoundException(`Event '${transactionId}' was not found`);
    return toEventProgressDto(event);
  }

  /** Who waits is answered at once. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  private async acceptOne(environment: EnvironmentRef, trigger: Trigger): Promise<TriggerResponse> {
    const [acceptance] = await this.acceptance.accept(environment, [trigger]);
    if (!acceptance) throw new Error('A trigger was neither accepted nor refused');
    return { result: toResult(acceptance), replayed: acceptance.kind === 'accepted' && acceptance.replayed };
  }
}

import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { EventArrivals } from '../../../events/store/event-arrivals.service.js';
import { EventsService } from '../../../events/store/events.service.js';
import { Run } from '../../../notifications/activity/run.schema.js';
import { Clock } from '../../../platform/clock.js';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { rawCollection } from '../../../platform/persistence/writes.js';
import { KeyedSemaphore } from '../../../platform/scheduling/keyed-semaphore.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { eventKey } from '../../engine/steps/wait-until.step.js';
import type { EventEndedDto, WaitEventDto } from './wait-events.dto.js';
import { WaitSignals } from './wait-signals.service.js';

/** Waits that are ended together. */
const CHUNK = 500;
/** Chunks that one request ends. */
const MAX_CHUNKS = 10;
/** Requests of one environment that are carried out at the same time. */
const AT_ONCE = 4;

/** Takes events of the application, which end the waits for them (behaviour CS73, CS74). */
@Injectable()
export class WaitEvents {
  private readonly slots = new KeyedSemaphore(AT_ONCE);

  constructor(
    @InjectModel(Run.name) private readonly runs: Model<Run>,
    private readonly signals: WaitSignals,
    private readonly arrivals: EventArrivals,
    private readonly events: EventsService,
    private readonly subscribers: SubscribersService,
    private readonly clock: Clock,
  ) {}

  /** Unknown subscribers and triggers have no waits. Throws 422 when neither is named. */
  async receive(environment: EnvironmentRef, event: WaitEventDto, signal: AbortSignal): Promise<EventEndedDto> {
    if (event.subscriberId === undefined && event.transactionId === undefined) {
      throw ValidationException.of('subscriberId', 'subscriberId or transactionId is required');
    }
    const filter = await this.filterOf(environment, event);
    if (!filter) return { ended: 0, hasMore: false };
    return this.slots.run(environment.id, () => this.endAll(filter, event, signal));
  }

  /** Notes an event with the trigger that it names, before the waits are looked for: those that begin later find it there. */
  private async filterOf(
    environment: EnvironmentRef,
    { name, subscriberId: externalId, transactionId, payload }: WaitEventDto,
  ): Promise<mongo.Filter<Run> | undefined> {
    const [subscriberId] = externalId === undefined ? [] : await this.subscribers.findIds(environment, [externalId]);
    if (externalId !== undefined && !subscriberId) return undefined;
    if (transactionId === undefined) return waitingFor(environment, eventKey(name, subscriberId!));
    const eventId = subscriberId
      ? (await this.events.findByTransaction(environment, transactionId))?._id
      : await this.arrivals.note(environment, transactionId, {
          name,
          at: this.clock.now(),
          ...(payload && { payload }),
        });
    if (!eventId) return undefined;
    return { ...waitingFor(environment, eventKey(name, eventId)), ...(subscriberId && { subscriberId }) };
  }

  /** Waits that were ended are not found again. */
  private async endAll(filter: mongo.Filter<Run>, event: WaitEventDto, signal: AbortSignal): Promise<EventEndedDto> {
    let ended = 0;
    for (let chunk = 0; chunk < MAX_CHUNKS && !signal.aborted; chunk++) {
      const ids = await this.findSome(filter);
      ended += ids.length > 0 ? await this.signals.eventArrived(ids, event) : 0;
      if (ids.length < CHUNK) return { ended, hasMore: false };
    }
    return { ended, hasMore: true };
  }

  private async findSome(filter: mongo.Filter<Run>): Promise<Types.ObjectId[]> {
    const found = rawCollection<Run>(this.runs).find(filter, { projection: { _id: 1 } });
    return (await found.limit(CHUNK).toArray()).map(({ _id }) => _id);
  }
}

function waitingFor({ id: environmentId }: EnvironmentRef, key: string): mongo.Filter<Run> {
  return { environmentId, 'wait.awaits.keys': key, status: 'waiting' };
}

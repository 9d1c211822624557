import { Injectable, NotFoundException, type OnModuleDestroy } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { deadline, unlessAborted } from '../../platform/deadline.js';
import { IdMap } from '../../platform/ids.js';
import { KeyedSemaphore } from '../../platform/scheduling/keyed-semaphore.js';
import { pollUntil } from '../../platform/scheduling/poll-until.js';
import { SharedWork } from '../../platform/scheduling/shared-work.js';
import type { Event } from '../store/event.schema.js';
import { type EventProgressDto, hasEnded, toEventProgressDto } from './events.dto.js';
import { EventsService } from '../store/events.service.js';

/** Requests that wait at the same time, of one environment and in a process. */
const MAX_WAITING = { perEnvironment: 50, inAll: 500 };

/** What is not delivered after some seconds is looked at once a second, unless it is delivered here. */
const MAX_PAUSE_MS = 1000;

/** Longer than any request waits. */
const WATCH_SECONDS = 3600;

/** Tells callers how far the delivery of their triggers is (behaviour Z6). */
@Injectable()
export class EventProgressService implements OnModuleDestroy {
  /** One poll for each event, however many requests wait for it. */
  private readonly watches = new SharedWork<Event>();
  private readonly looks = new SharedWork<Event | undefined>();
  /** What ends the pauses of polls, by event. */
  private readonly pauses = new IdMap<() => void>();
  private readonly places = new KeyedSemaphore(MAX_WAITING.perEnvironment, MAX_WAITING.inAll);

  constructor(private readonly events: EventsService) {
    events.mayHaveEnded.add((ids) => {
      for (const id of ids) this.pauses.get(id)?.();
    });
  }

  /**
   * Returns the progress of a trigger as soon as its delivery has ended, or after `seconds`; the present one when too
   * many requests wait already. The wait ends when the signal aborts.
   */
  async find(
    environment: EnvironmentRef,
    transactionId: string,
    seconds: number,
    signal: AbortSignal,
  ): Promise<EventProgressDto> {
    if (seconds === 0) return toEventProgressDto(await this.read(environment, transactionId));
    const event = await this.readTogether(environment, transactionId, signal);
    if (hasEnded(event)) return toEventProgressDto(event);
    const leave = this.places.tryTake(environment.id);
    if (!leave) return toEventProgressDto(event);
    const limit = deadline(seconds * 1000, signal);
    try {
      const ended = this.watches.join(event._id.toHexString(), limit.signal, (end) =>
        this.watch(environment, event, end),
      );
      return toEventProgressDto(await unlessAborted(limit.signal, ended));
    } catch (error) {
      if (!limit.signal.aborted) throw error;
      return toEventProgressDto(signal.aborted ? event : await this.read(environment, transactionId));
    } finally {
      limit.end();
      leave();
    }
  }

  /** Requests that wait for progress get their response immediately. */
  onModuleDestroy(): void {
    this.watches.endAll();
  }

  /** Requests that are about to wait share a look that has just begun; one that has found nothing yet is repeated. */
  private async readTogether(environment: EnvironmentRef, transactionId: string, signal: AbortSignal): Promise<Event> {
    const key = `${environment.id} ${transactionId}`;
    const event = await this.looks.join(key, signal, () => this.events.findByTransaction(environment, transactionId));
    return event ?? (await this.read(environment, transactionId));
  }

  private async read(environment: EnvironmentRef, transactionId: string): Promise<Event> {
    const event = await this.events.findByTransaction(environment, transactionId);
    if (!event) throw new NotFoundException(`Event '${transactionId}' was not found`);
    return event;
  }

  /** Returns the event as it is when its delivery has ended, or the signal has aborted. */
  private async watch(environment: EnvironmentRef, event: Event, signal: AbortSignal): Promise<Event> {
    let present: Event | undefined;
    const isOver = async (): Promise<boolean> => {
      // It was read a moment ago.
      present = present === undefined ? event : await this.read(environment, event.transactionId);
      return hasEnded(present);
    };
    const pause = (milliseconds: number) => this.mayHaveEnded(event, milliseconds, signal);
    await pollUntil(WATCH_SECONDS, isOver, { signal, pause, longest: MAX_PAUSE_MS });
    return present!;
  }

  /** Resolves when the event may have ended, at the latest after `milliseconds`, or when the signal aborts. */
  async mayHaveEnded({ _id }: Pick<Event, '_id'>, milliseconds: number, signal: AbortSignal): Promise<void> {
    const limit = deadline(milliseconds, signal);
    const over = new Promise<void>((resolve) => void this.pauses.set(_id, resolve));
    await unlessAborted(limit.signal, over).catch(() => undefined);
    this.pauses.delete(_id);
    limit.end();
  }
}

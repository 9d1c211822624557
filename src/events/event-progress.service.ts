import { Injectable, NotFoundException, type OnModuleDestroy } from '@nestjs/common';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { pollUntil } from '../platform/deadline.js';
import type { Event } from './event.schema.js';
import { type EventProgressDto, hasEnded, toEventProgressDto } from './events.dto.js';
import { EventsService } from './events.service.js';
import { EventProgressStore } from './expansion/event-progress.store.js';

/** Tells callers how far the delivery of their triggers is (behaviour Z6). */
@Injectable()
export class EventProgressService implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly events: EventsService,
    private readonly store: EventProgressStore,
  ) {}

  /** Returns the progress of a trigger as soon as its delivery has ended, at the latest after `seconds`. */
  async find(environment: EnvironmentRef, transactionId: string, seconds: number): Promise<EventProgressDto> {
    let event: Event | undefined;
    const isOver = async () => {
      event = await this.events.findByTransaction(environment, transactionId);
      return event === undefined || hasEnded(event) || this.stopping;
    };
    await pollUntil(seconds, isOver, (milliseconds) => this.store.changed(event!, milliseconds));
    if (!event) throw new NotFoundException(`Event '${transactionId}' was not found`);
    return toEventProgressDto(event);
  }

  /** Requests that wait for progress get their response immediately. */
  onModuleDestroy(): void {
    this.stopping = true;
  }
}

import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Logger } from '../../platform/logging/logger.js';
import type { Message } from '../messages/message.schema.js';

/** What wants to know what happens in inboxes, such as the sockets of those who look at them. */
export interface InboxListener {
  /** In-app messages that are new in the store. */
  received(messages: readonly Message[]): void | Promise<void>;
  /** The state of in-app messages of these subscribers (internal ids) has changed: counts may be different. */
  changed(environment: Pick<EnvironmentRef, 'id'>, subscriberIds: readonly Types.ObjectId[]): void | Promise<void>;
}

/**
 * Tells of what happens in inboxes, after it is committed: who fetches on hearing of it finds it (behaviour O5). While
 * nobody listens it costs nothing (O4), nobody waits for listeners, and one that fails fails alone (O8). It tells
 * listeners of this process; what happens in another process is that one's to tell.
 */
@Injectable()
export class InboxEvents {
  private readonly listeners = new Set<InboxListener>();

  constructor(private readonly logger: Logger) {}

  /** Returns a function that ends the listening. */
  listen(listener: InboxListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Messages that were just stored; those of other channels are left out. */
  received(messages: readonly Message[]): void {
    if (this.listeners.size === 0) return;
    const inApp = messages.filter(({ channel }) => channel === 'in_app');
    if (inApp.length > 0) this.tell((listener) => listener.received(inApp));
  }

  /** Messages of these subscribers were changed or deleted. */
  changed(environment: Pick<EnvironmentRef, 'id'>, subscriberIds: readonly Types.ObjectId[]): void {
    if (subscriberIds.length > 0) this.tell((listener) => listener.changed(environment, subscriberIds));
  }

  private tell(event: (listener: InboxListener) => void | Promise<void>): void {
    for (const listener of this.listeners) {
      void new Promise<void>((resolve) => resolve(event(listener))).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'Could not tell of a change in an inbox; those who look see it next time');
      });
    }
  }
}

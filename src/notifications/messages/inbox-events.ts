import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Logger } from '../../platform/logging/logger.js';
import type { Message } from './message.schema.js';

/** Receives changes in inboxes, such as the live updates of inbox widgets. */
export interface InboxListener {
  /** New in-app messages. */
  received(messages: readonly Message[]): void | Promise<void>;
  /** In-app messages of these subscribers (internal ids) were changed: their counts may have changed. */
  changed(environment: Pick<EnvironmentRef, 'id'>, subscriberIds: readonly Types.ObjectId[]): void | Promise<void>;
}

/**
 * Notifies listeners in this process of changes in inboxes that this process has committed: a listener that reads the
 * store then finds them (behaviour O5). Without listeners it costs nothing (O4). Callers do not wait for listeners, and a
 * listener that fails does not affect others (O8).
 */
@Injectable()
export class InboxEvents {
  private readonly listeners = new Set<InboxListener>();

  constructor(private readonly logger: Logger) {}

  /** Adds a listener; returns a function that removes it. */
  listen(listener: InboxListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Messages were stored; only in-app messages are passed on. */
  received(messages: readonly Message[]): void {
    if (this.listeners.size === 0) return;
    const inApp = messages.filter(({ channel }) => channel === 'in_app');
    if (inApp.length > 0) this.notify((listener) => listener.received(inApp));
  }

  /** In-app messages of these subscribers were changed or deleted. */
  changed(environment: Pick<EnvironmentRef, 'id'>, subscriberIds: readonly Types.ObjectId[]): void {
    if (subscriberIds.length > 0) this.notify((listener) => listener.changed(environment, subscriberIds));
  }

  private notify(event: (listener: InboxListener) => void | Promise<void>): void {
    for (const listener of this.listeners) {
      void new Promise<void>((resolve) => resolve(event(listener))).catch((error: unknown) => {
        this.logger.warn(
          { err: error },
          'A change in an inbox could not be published; clients see it when they next fetch',
        );
      });
    }
  }
}

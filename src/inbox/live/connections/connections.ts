import { Injectable } from '@nestjs/common';
import type { LiveConnection } from './live-connection.js';

/** Connections that one inbox may have to a process: tabs and devices, not a flood. */
const MAX_PER_SUBSCRIBER = 100;

/** The connections of this process, by subscriber. */
@Injectable()
export class Connections implements Iterable<LiveConnection> {
  private readonly bySubscriber = new Map<string, Set<LiveConnection>>();

  /** True when nobody is connected to this process. */
  get isEmpty(): boolean {
    return this.bySubscriber.size === 0;
  }

  /** True when it is the subscriber's first. */
  add(connection: LiveConnection): boolean {
    const others = this.bySubscriber.get(connection.subscriber);
    if (others) others.add(connection);
    else this.bySubscriber.set(connection.subscriber, new Set([connection]));
    return !others;
  }

  /** True when it was the subscriber's last. Removing one that is not there changes nothing. */
  remove(connection: LiveConnection): boolean {
    const connections = this.bySubscriber.get(connection.subscriber);
    if (!connections?.delete(connection) || connections.size > 0) return false;
    return this.bySubscriber.delete(connection.subscriber);
  }

  /** Whether the subscriber (internal id, hexadecimal) is connected to this process. */
  has(subscriber: string): boolean {
    return this.bySubscriber.has(subscriber);
  }

  /** Whether the subscriber (internal id, hexadecimal) has as many connections to this process as anybody may have. */
  isFull(subscriber: string): boolean {
    return (this.bySubscriber.get(subscriber)?.size ?? 0) >= MAX_PER_SUBSCRIBER;
  }

  /** All of the subscriber's, or those that see exactly this set of contexts. */
  of(subscriber: string, scope?: string): LiveConnection[] {
    const connections = [...(this.bySubscriber.get(subscriber) ?? [])];
    return scope === undefined ? connections : connections.filter((connection) => connection.scope === scope);
  }

  *[Symbol.iterator](): Iterator<LiveConnection> {
    for (const connections of this.bySubscriber.values()) yield* connections;
  }
}

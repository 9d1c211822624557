import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { IdMap } from '../../platform/ids.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { StoredMessageDto } from './stored-message.js';

/** What a client is allowed to see. */
export interface LiveSession {
  environment: EnvironmentRef;
  /** Internal id. */
  subscriberId: Types.ObjectId;
  /** The connection receives messages with exactly this set of contexts (behaviour C6). */
  contextKeys: readonly string[];
  /** When the session ends, and the connection with it. */
  until: Date;
}

/** Sends an event to the client. */
type Emit = (event: string, data: object) => void;

/** One client that shows an inbox: a tab, an app. */
export class LiveConnection {
  /** Internal id. */
  readonly subscriberId: Types.ObjectId;
  /** The set of contexts whose messages this connection receives, as one text. */
  readonly scope: string;
  /** The counts that were sent last are correct until then, unless messages change before. */
  countsHoldUntil?: Date;
  /** Messages that arrive before the connection is open. */
  private held?: StoredMessageDto[] = [];

  constructor(
    readonly session: LiveSession,
    private readonly emit: Emit,
    /** Closes the connection; the client may connect again. */
    readonly close: () => void,
  ) {
    this.subscriberId = session.subscriberId;
    this.scope = scopeOf(session.contextKeys);
  }

  received(message: StoredMessageDto): void {
    if (this.held) this.held.push(message);
    else this.emit('notification_received', { message });
  }

  /** Sends nothing before the connection is open: counts follow then. */
  send(event: string, data: object): void {
    if (!this.held) this.emit(event, data);
  }

  /** Sends missed messages, oldest first, then those that have arrived meanwhile; from now on all are sent immediately. */
  open(missed: readonly StoredMessageDto[]): void {
    const sent = new Set(missed.map(({ _id }) => _id));
    const since = (this.held ?? []).filter(({ _id }) => !sent.has(_id));
    this.held = undefined;
    for (const message of [...missed, ...since]) this.received(message);
  }
}

/** A set of context keys as one text: sessions only see messages with exactly the same set (behaviour C6). */
export function scopeOf(contextKeys: readonly string[]): string {
  return JSON.stringify([...contextKeys].sort());
}

/** Connections that one inbox may have to a process: enough for tabs and devices, and a bound for attacks. */
const MAX_PER_SUBSCRIBER = 100;

/** The connections of this process, by subscriber. */
@Injectable()
export class Connections implements Iterable<LiveConnection> {
  private readonly bySubscriber = new IdMap<Set<LiveConnection>>();

  /** True when this process has no connections. */
  get isEmpty(): boolean {
    return this.bySubscriber.size === 0;
  }

  /** Number of open connections. */
  get count(): number {
    return [...this].length;
  }

  /** Returns true for the first connection of the subscriber. */
  add(connection: LiveConnection): boolean {
    const others = this.bySubscriber.get(connection.subscriberId);
    if (others) others.add(connection);
    else this.bySubscriber.set(connection.subscriberId, new Set([connection]));
    return !others;
  }

  /** Returns true for the last connection of the subscriber. Removing an unknown one changes nothing. */
  remove(connection: LiveConnection): boolean {
    const connections = this.bySubscriber.get(connection.subscriberId);
    if (!connections?.delete(connection) || connections.size > 0) return false;
    return this.bySubscriber.delete(connection.subscriberId);
  }

  /** Whether the subscriber is connected to this process. */
  has(subscriberId: Types.ObjectId): boolean {
    return this.bySubscriber.has(subscriberId);
  }

  /** Whether the subscriber has the maximum number of connections to this process. */
  isFull(subscriberId: Types.ObjectId): boolean {
    return (this.bySubscriber.get(subscriberId)?.size ?? 0) >= MAX_PER_SUBSCRIBER;
  }

  /** The connections of the subscriber: all, or those that see exactly this set of contexts. */
  of(subscriberId: Types.ObjectId, scope?: string): LiveConnection[] {
    const connections = [...(this.bySubscriber.get(subscriberId) ?? [])];
    return scope === undefined ? connections : connections.filter((connection) => connection.scope === scope);
  }

  *[Symbol.iterator](): Iterator<LiveConnection> {
    for (const connections of this.bySubscriber.values()) yield* connections;
  }
}

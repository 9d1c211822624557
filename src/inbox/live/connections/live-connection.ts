import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import type { StoredMessageDto } from '../delivery/stored-message.js';

/** What somebody has shown to be allowed to look at. */
export interface LiveSession {
  environment: EnvironmentRef;
  /** Internal id. */
  subscriberId: Types.ObjectId;
  /** The connection is told of messages with exactly this set of contexts (behaviour C6). */
  contextKeys: readonly string[];
  /** When the session ends, and the connection with it. */
  until: Date;
}

/** Hands an event to the client at the other end. */
export type Emit = (event: string, data: object) => void;

/** One client that looks at an inbox: a tab, an app. */
export class LiveConnection {
  /** Internal id of the subscriber, hexadecimal. */
  readonly subscriber: string;
  /** The set of contexts whose messages this connection is told of, as one text. */
  readonly scope: string;
  /** The counts that were told last are right until then, unless something happens before. */
  countsHoldUntil?: Date;
  /** What arrives before the client is ready for it. */
  private held?: StoredMessageDto[] = [];

  constructor(
    readonly session: LiveSession,
    private readonly emit: Emit,
    /** Ends the connection; the client may come back. */
    readonly close: () => void,
  ) {
    this.subscriber = session.subscriberId.toHexString();
    this.scope = scopeOf(session.contextKeys);
  }

  received(message: StoredMessageDto): void {
    if (this.held) this.held.push(message);
    else this.emit('notification_received', { message });
  }

  /** Nothing before it is open: counts follow then. */
  tell(event: string, data: object): void {
    if (!this.held) this.emit(event, data);
  }

  /** Tells of messages that came before, oldest first, then of those that have come meanwhile; from now on of all. */
  open(missed: readonly StoredMessageDto[]): void {
    const told = new Set(missed.map(({ _id }) => _id));
    const since = (this.held ?? []).filter(({ _id }) => !told.has(_id));
    this.held = undefined;
    for (const message of [...missed, ...since]) this.received(message);
  }
}

/** A set of context keys as one text: messages and sessions meet only when they have exactly the same (behaviour C6). */
export function scopeOf(contextKeys: readonly string[]): string {
  return JSON.stringify([...contextKeys].sort());
}

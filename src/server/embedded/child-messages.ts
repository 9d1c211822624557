import type { ServiceSockets } from './service-sockets.js';

/** What the child is told at its start, as JSON in its first argument. */
export interface ChildOptions {
  /** The store lives in `store`, the queue in `queue` below it. */
  dataDir: string;
  store: boolean;
  queue: boolean;
  /** Whether the store acknowledges a write only when it is on the disk. Default true; see `EmbeddedMongoOptions`. */
  durable?: boolean;
  sockets: ServiceSockets;
  /**
   * Whether there were services on these data before, to which clients come back: then a full disk is waited for, each
   * service beside the other, instead of being a failed start.
   */
  again: boolean;
}

/** What the parent tells the child. */
export type ParentMessage = { kind: 'stop' };

/** What the child tells its parent. */
export type ChildMessage =
  | { kind: 'ready' }
  /** It could not start, or cannot go on; the reason is one line for the person who started it. */
  | { kind: 'failed'; reason: string };

import type { Types } from 'mongoose';

/** Where the next chunk of recipients begins. Sources come in this order: those named, topics, everybody. */
export type Cursor =
  | { phase: 'direct' }
  /** Members of the topic at this place among the event's topics, beyond the internal subscriber id `after`. */
  | { phase: 'topic'; index: number; after?: Types.ObjectId }
  /** Subscribers of the environment, beyond the internal id `after`. */
  | { phase: 'everyone'; after?: Types.ObjectId };

/** How far an event's recipients have been turned into runs. Changed only from one `chunk` to the next. */
export interface Expansion {
  /** Chunks done. Two workers at one chunk do the same; who counts it first, wins. */
  chunk: number;
  cursor: Cursor;
  done: boolean;
  /** The worker that is at the next chunk. */
  claim?: Claim;
}

export interface Claim {
  token: string;
  /** A worker that has not come to an end by then is taken for dead. */
  until: Date;
}

/** Recipients of an event, by what their runs came to (behaviour Z6). */
export interface Counters {
  /** Those that have a run. */
  expanded: number;
  sent: number;
  failed: number;
  skipped: number;
}

export const NO_COUNTERS: Readonly<Counters> = { expanded: 0, sent: 0, failed: 0, skipped: 0 };

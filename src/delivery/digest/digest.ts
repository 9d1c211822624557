import type { Types } from 'mongoose';
import { toSentence } from '#libs/rendering/filters/sentence.js';
import type { Outcome } from '#libs/schedule/outcome.js';
import type { DigestOpening } from '#libs/schedule/windows/digest-window.js';

/** A run that has reached a digest step. */
export interface DigestRequest {
  /** Names the group whose events are digested together (behaviour DG1). */
  group: string;
  environmentId: Types.ObjectId;
  subscriberId: Types.ObjectId;
  run: Types.ObjectId;
  /** The id of the window, should the run open one. */
  window: Types.ObjectId;
  now: Date;
  /** The run may have joined a window in an attempt that was cut off. */
  recovering: boolean;
  /** Until then nobody else has the run; afterwards another worker may have led it into a window. */
  leaseEnd?: Date;
  /** What a run does that finds no open window (behaviour DG2 to DG4). */
  open(lastCompletedAt: Date | undefined): Outcome<DigestOpening>;
}

/** What became of it: it waits for the end of its window, is part of another run's, passes by, or cannot be digested. */
export type DigestJoin =
  | { kind: 'opened'; window: Types.ObjectId; until: Date }
  | { kind: 'joined'; window: Types.ObjectId; until: Date; opener?: Types.ObjectId }
  | { kind: 'passed' }
  | { kind: 'invalid'; error: string };

/** A window whose time is over, or is to be over at another time. */
export interface WindowEnd {
  group: string;
  window: Types.ObjectId;
  until: Date;
}

/** One event of a digest, as templates see it. */
export interface DigestedEvent {
  id: string;
  time: Date;
  payload: Record<string, unknown>;
}

/** The events of a window, oldest first. There may be more than are listed. */
export interface DigestedEvents {
  events: DigestedEvent[];
  eventCount: number;
}

/** The events of a closed window, or that another run has got them. */
export type DigestClosing = ({ kind: 'closed' } & DigestedEvents) | { kind: 'taken'; by?: Types.ObjectId };

/** What steps after a digest read of it (behaviour DG5). */
export function digestResult({ events, eventCount }: DigestedEvents): Record<string, unknown> {
  const listed = events.map(({ id, time, payload }) => ({ id, time: time.toISOString(), payload }));
  return {
    events: listed,
    eventCount,
    countSummary: `${eventCount} ${eventCount === 1 ? 'notification' : 'notifications'}`,
    sentenceSummary: toSentence(listed, 'payload.name', 2, 'other'),
  };
}

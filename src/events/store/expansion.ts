import type { Types } from 'mongoose';

/** Where the next chunk of recipients begins. The order is: named recipients, topics, all subscribers. */
export type Cursor =
  | { phase: 'direct' }
  /** Members of the topic at this position in the event's topics, after the internal subscriber id `after`. */
  | { phase: 'topic'; index: number; after?: Types.ObjectId }
  /** Subscribers of the environment, after the internal id `after`. */
  | { phase: 'everyone'; after?: Types.ObjectId };

/** How far an event's recipients have been turned into runs. Changed only from one `chunk` to the next. */
export interface Expansion {
  /** Number of chunks done. */
  chunk: number;
  cursor: Cursor;
  done: boolean;
  /** The worker that processes the next chunk; when the time is over, the one that has processed the last. */
  claim?: Claim;
}

export interface Claim {
  token: string;
  /** A worker that has not finished by then is considered dead. */
  until: Date;
}

/** Numbers of recipients, by the outcome of their runs (behaviour Z6). */
export interface Counters {
  /** Those that have a run. */
  expanded: number;
  sent: number;
  failed: number;
  /** Those that were sent nothing: all steps were skipped, or the run was cancelled or merged. */
  skipped: number;
  /** Those of the skipped that were merged into the digest of another event; absent for none. */
  merged?: number;
}

/** The update that adds to the counters of a stored event. */
export function increments(counters: Partial<Counters>): Record<string, number> {
  return Object.fromEntries(Object.entries(counters).map(([name, count]) => [`counters.${name}`, count]));
}

export const NO_COUNTERS: Readonly<Counters> = { expanded: 0, sent: 0, failed: 0, skipped: 0 };

/** Why a recipient of an event has no run, or gets less, where that is a mistake. */
type ProblemCode =
  /** The payload does not fit the schema of a workflow that does not demand it (behaviour V2). */
  | 'payload_mismatch'
  /** `email` or `phone` of the payload was ignored (behaviour E1, M1). */
  | 'payload_redirect'
  /** One of several recipients breaks a rule (behaviour T11). */
  | 'invalid_recipient'
  /** The topic does not exist (behaviour R10). */
  | 'unknown_topic'
  /** The condition of a topic subscription could not be evaluated (behaviour TS8). */
  | 'subscription_condition_error'
  /** The workflow was deleted before the event was delivered. */
  | 'workflow_deleted';

export interface EventProblem {
  code: ProblemCode;
  /** One sentence for users. */
  detail: string;
  topicKey?: string;
  subscriberId?: string;
}

const MAX_PROBLEMS = 100;

/** Adds problems to the known ones without repetitions, up to 100: 100,000 members may share a broken condition. */
export function withProblems(known: readonly EventProblem[], more: readonly EventProblem[]): EventProblem[] {
  const merged = new Map([...known, ...more].map((problem) => [keyOf(problem), problem]));
  return [...merged.values()].slice(0, MAX_PROBLEMS);
}

function keyOf({ code, topicKey, subscriberId, detail }: EventProblem): string {
  return JSON.stringify([code, topicKey, subscriberId, detail]);
}

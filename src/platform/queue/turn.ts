/**
 * Work for a worker: it is an environment's turn to have events delivered. Jobs carry ids, never documents or secrets:
 * the worker loads the state as it is then. Each may run twice, or be lost: the store is the truth and the sweeper finds
 * what a queue forgot.
 */
export interface Turn {
  /** Hexadecimal id. */
  readonly environmentId: string;
  readonly priority: JobPriority;
  /**
   * Hexadecimal ids of events that were stored a moment ago: they need no search. Absent: the turn is for those that
   * have waited longest by then.
   */
  readonly eventIds?: readonly string[];
}

/**
 * `low` turns run beside `normal` ones, a few at a time, so that a trigger for one person does not wait behind a
 * broadcast (behaviour Z5).
 */
export type JobPriority = 'normal' | 'low';

/** Most events of one turn, delivered at the same time. Chunks of large ones take long, and come alone. */
export const TURN_SIZE: Readonly<Record<JobPriority, number>> = { normal: 16, low: 1 };

/**
 * One turn for each environment of turns that are handed over together. It names the events if all of them do and they
 * are few enough.
 */
export function mergeTurns(turns: readonly Turn[]): Turn[] {
  const merged = new Map<string, Turn>();
  for (const turn of turns) {
    const key = `${turn.environmentId} ${turn.priority}`;
    const known = merged.get(key);
    merged.set(key, known ? together(known, turn) : bounded(turn));
  }
  return [...merged.values()];
}

function together({ environmentId, priority, eventIds }: Turn, other: Turn): Turn {
  if (!eventIds || !other.eventIds) return { environmentId, priority };
  return bounded({ environmentId, priority, eventIds: [...eventIds, ...other.eventIds] });
}

function bounded(turn: Turn): Turn {
  const { environmentId, priority, eventIds } = turn;
  return !eventIds || eventIds.length <= TURN_SIZE[priority] ? turn : { environmentId, priority };
}

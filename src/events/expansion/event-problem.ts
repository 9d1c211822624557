/** Why a recipient of an event was left out without having a run, where that is a mistake of somebody. */
export type ProblemCode =
  /** Nobody has created the topic (behaviour R10). */
  | 'unknown_topic'
  /** The condition of a topic subscription could not be evaluated (behaviour TS8). */
  | 'subscription_condition_error'
  /** The workflow was deleted before the event was delivered. */
  | 'workflow_deleted';

export interface EventProblem {
  code: ProblemCode;
  /** One sentence for people. */
  detail: string;
  topicKey?: string;
  subscriberId?: string;
}

const MAX_PROBLEMS = 100;

/** Adds problems to those known, without repetitions, up to 100: a broken condition may be that of 100,000 members. */
export function withProblems(known: readonly EventProblem[], more: readonly EventProblem[]): EventProblem[] {
  const merged = new Map([...known, ...more].map((problem) => [keyOf(problem), problem]));
  return [...merged.values()].slice(0, MAX_PROBLEMS);
}

function keyOf({ code, topicKey, subscriberId, detail }: EventProblem): string {
  return JSON.stringify([code, topicKey, subscriberId, detail]);
}

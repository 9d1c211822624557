import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { textOf, wordsOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

/** One trigger for one recipient. */
export type RunEntry = Schemas['ActivityNotificationDto'];

/** A step of a run. */
export type StepEntry = RunEntry['jobs'][number];

/** The filters of the list, by their names in the address; some have several values with commas between. */
export const RUN_FILTERS = [
  'status',
  'workflow',
  'person',
  'reason',
  'step',
  'provider',
  'transaction',
  'topic',
  'context',
  'digest',
  'since',
  'until',
] as const;

export type RunFilter = (typeof RUN_FILTERS)[number];

/** What the address of the list says. */
export interface RunSearch extends Place, Partial<Record<RunFilter, string>> {
  /** The list stands still. */
  paused?: 'yes';
}

/** The part of the address that belongs to the list. */
export function runSearchOf(given: Record<string, unknown>): RunSearch {
  const filters = Object.fromEntries(RUN_FILTERS.map((name) => [name, textOf(given[name])]));
  return { ...placeOf(given), ...filters, paused: given.paused === 'yes' ? 'yes' : undefined };
}

export const RUNS_PER_PAGE = 25;

type RunQuery = NonNullable<Parameters<typeof read<'/v1/notifications'>>[1]['query']>;

/** A page of runs, newest first. */
export function runList(search: RunSearch) {
  return read('/v1/notifications', {
    query: {
      paging: 'cursor',
      limit: RUNS_PER_PAGE,
      after: search.after,
      before: search.before,
      status: wordsOf(search.status) as RunQuery['status'],
      workflowIds: wordsOf(search.workflow),
      search: search.person,
      reason: wordsOf(search.reason) as RunQuery['reason'],
      stepType: wordsOf(search.step) as RunQuery['stepType'],
      providerId: wordsOf(search.provider),
      transactionId: search.transaction,
      topicKey: search.topic,
      contextKeys: wordsOf(search.context),
      digestedInto: search.digest,
      from: search.since,
      to: search.until,
    },
  });
}

/** One run. */
export function run(notificationId: string) {
  return read('/v1/notifications/{notificationId}', { path: { notificationId } });
}

/** What was sent in a run, where the environment keeps it. Each response is entered into the audit trail. */
export function runContent(notificationId: string) {
  return read('/v1/notifications/{notificationId}/content', { path: { notificationId } });
}

/** Messages of a trigger to a person that were given up. */
export function givenUp(transactionId: string, subscriberId: string) {
  return read('/v1/dead-letters', { query: { transactionId, subscriberId, limit: 50 } });
}

/** What the address of the list of triggers says. */
export interface TriggerSearch extends Place {
  transaction?: string;
  workflow?: string;
}

export function triggerSearchOf(given: Record<string, unknown>): TriggerSearch {
  return { ...placeOf(given), transaction: textOf(given.transaction), workflow: textOf(given.workflow) };
}

/** A page of triggers, newest first. */
export function triggerList({ transaction, workflow, after, before }: TriggerSearch) {
  return read('/v1/events', {
    query: { transactionId: transaction, workflowIds: wordsOf(workflow), after, before, limit: 25 },
  });
}

/** How many recipients have how many outcomes, and why there is none. */
export function triggerProgress(transactionId: string) {
  return read('/v1/events/trigger/{transactionId}', { path: { transactionId } });
}

/** What the address of a trigger says. */
export interface RecipientSearch extends Place {
  outcome?: string;
  reason?: string;
}

export function recipientSearchOf(given: Record<string, unknown>): RecipientSearch {
  return { ...placeOf(given), outcome: textOf(given.outcome), reason: textOf(given.reason) };
}

/** For how many recipients of a trigger which step ended for which reason. */
export function triggerReasons(transactionId: string) {
  return read('/v1/events/{transactionId}/reasons', { path: { transactionId } });
}

type RecipientQuery = NonNullable<Parameters<typeof read<'/v1/events/{transactionId}/recipients'>>[1]['query']>;

/** A page of the recipients of a trigger. */
export function recipients(transactionId: string, { outcome, reason, after, before }: RecipientSearch) {
  return read('/v1/events/{transactionId}/recipients', {
    path: { transactionId },
    query: {
      outcome: wordsOf(outcome) as RecipientQuery['outcome'],
      reason: wordsOf(reason) as RecipientQuery['reason'],
      after,
      before,
      limit: 25,
    },
  });
}

/** Workflows, for filters. */
export const workflowNames = read('/v2/workflows', { query: { limit: 100 } });

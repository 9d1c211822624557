import type { Model, PipelineStage } from 'mongoose';
import type { Message } from '../messages/message.schema.js';
import { countSelected } from '../messages/pending/read-selections.js';
import { type PendingInbox, selectionsOf } from '../messages/pending/selections.js';
import { contentFilter, messageQuery, type NotificationFilter, type StateQuery } from '../messages/message-filter.js';

/** The newest notifications that are read for filters which no index answers: of those that are archived, and of the others. */
export const MAX_EXAMINED = 2000;

/** Filters by state alone that an index counts, one by one. */
const MAX_BY_INDEX = 4;

/** The fields that filters and pending changes look at. */
const ASKED_FOR = Object.fromEntries(
  ['seen', 'read', 'archived', 'snoozedUntil', 'beforeSnooze', 'settledUpTo', 'carriedUpTo']
    .concat(['tags', 'data', 'severity', 'createdAt', 'contextKeys'])
    .map((name) => [name, 1 as const]),
);

/** How many notifications match a filter; at least this number when the count is capped. */
export interface FilterCount {
  count: number;
  isCapped: boolean;
}

interface Counted {
  filter: NotificationFilter;
  query: StateQuery;
}

/**
 * Counts the notifications of an inbox for each of these filters (behaviour A7). The first few filters by state alone are
 * counted in an index, which stops at the cap. For all others together the newest notifications are read once, so that neither
 * the size of the inbox nor the number of filters decides how much is read.
 */
export async function countFilters(
  messages: Model<Message>,
  inbox: PendingInbox & { now: Date },
  filters: readonly NotificationFilter[],
  cap: number,
): Promise<FilterCount[]> {
  const distinct = new Map(
    filters.map((filter) => [JSON.stringify(filter), { filter, query: messageQuery(filter, inbox.now) }]),
  );
  const names = [...distinct.keys()];
  const byIndex = new Set(names.filter((name) => isByState(distinct.get(name)!.filter)).slice(0, MAX_BY_INDEX));
  const counts = new Map<string, FilterCount>();
  for (const name of byIndex) {
    const count = await countSelected(messages, selectionsOf(inbox, distinct.get(name)!.query), cap + 1);
    counts.set(name, { count: Math.min(count, cap), isCapped: count > cap });
  }
  const others = names.filter((name) => !byIndex.has(name));
  const found = await countTogether(
    messages,
    inbox,
    others.map((name) => distinct.get(name)!),
    cap,
  );
  for (const [index, name] of others.entries()) counts.set(name, found[index]!);
  return filters.map((filter) => counts.get(JSON.stringify(filter))!);
}

function isByState(filter: NotificationFilter): boolean {
  return Object.keys(contentFilter(filter)).length === 0;
}

async function countTogether(
  messages: Model<Message>,
  inbox: PendingInbox,
  filters: readonly Counted[],
  cap: number,
): Promise<FilterCount[]> {
  const counts = filters.map(() => ({ count: 0, isCapped: false }));
  if (filters.length === 0) return counts;
  const shared = inbox.pending.length === 0 ? sharedState(filters) : {};
  // Archived ones are asked for by few filters, but changes that are pending may concern them.
  const all = inbox.pending.length > 0 || filters.some(({ filter: { archived, snoozed } }) => archived || snoozed);
  for (const archived of all ? [false, true] : [false]) {
    const [facets] = await messages.aggregate<Record<string, [{ n: number }?]>>([
      { $match: { $and: [inbox.filter, { archived, ...shared }] } },
      { $sort: { createdAt: -1, _id: -1 } },
      { $limit: MAX_EXAMINED + 1 },
      // What filters look at is found sooner in less.
      { $project: ASKED_FOR },
      { $facet: facetsOf(inbox, filters, cap) },
    ]);
    const numberIn = (name: string): number => facets?.[name]?.[0]?.n ?? 0;
    const isMore = numberIn('all') > MAX_EXAMINED;
    for (const [index, counted] of counts.entries()) {
      counted.count += numberIn(`filter${index}`);
      counted.isCapped ||= isMore;
    }
  }
  return counts.map(({ count, isCapped }) => ({ count: Math.min(count, cap), isCapped: isCapped || count > cap }));
}

/** What all these filters ask of the state, so that an index leaves out what none of them counts. */
function sharedState(filters: readonly Counted[]): { read?: false; seen?: false } {
  const all = (name: 'read' | 'seen') =>
    filters.every(({ filter }) => filter[name] === false && filter.snoozed !== true);
  return { ...(all('read') && { read: false }), ...(all('seen') && { seen: false }) };
}

/** A number of messages for each of the filters, and of all. */
function facetsOf(
  inbox: PendingInbox,
  filters: readonly Counted[],
  cap: number,
): Record<string, PipelineStage.FacetPipelineStage[]> {
  const asked = filters.flatMap(({ filter, query }, index) => {
    // That the messages are in the inbox is known by now.
    const selections = selectionsOf({ ...inbox, filter: {} }, query);
    // Without a selection nothing matches.
    if (selections.length === 0) return [];
    const stages: PipelineStage.FacetPipelineStage[] = [
      // Part of each selection; it leaves few messages, so it comes first.
      { $match: contentFilter(filter) },
      // Each message is in one selection at most.
      { $match: { $or: selections.map((selection) => selection.filter) } },
      { $limit: cap + 1 },
      { $count: 'n' },
    ];
    return [[`filter${index}`, stages] as const];
  });
  return Object.fromEntries([['all', [{ $count: 'n' }]], ...asked]);
}

import type { QueryFilter } from 'mongoose';
import type { PendingChange } from '../../../subscribers/pending-change.js';
import { exactly } from '../../../contexts/trigger-context.js';
import { contentFilter, type NotificationFilter, notHidden, type StateQuery } from '../message-filter.js';
import { levelsBefore, levelsFilter } from '../message-levels.js';
import { type Message, SETTLED_INDEX, SNOOZED_INDEX, SUBSCRIBER_INDEX } from '../message.schema.js';

/** The content that a change of an inbox is about. */
export interface ContentSelection {
  /** The contexts of the inbox; absent: all. */
  contextKeys?: readonly string[];
  filter: Pick<NotificationFilter, 'tags' | 'data' | 'contextKeys'>;
}

/** Messages of an inbox that a query finds, for which the same pending changes are in effect. */
export interface Selection {
  filter: QueryFilter<Message>;
  /** The changes that may not be stored with these messages yet, oldest first. */
  applied: readonly PendingChange[];
  /** The index to be used where a store would choose one that reads through all old messages. */
  hint?: Readonly<Record<string, 1 | -1>>;
}

/** An inbox with changes that are not stored with all of its messages yet. */
export interface PendingInbox {
  filter: QueryFilter<Message>;
  /** The contexts that `filter` selects; absent: all. */
  contextKeys?: readonly string[];
  /** Oldest first. */
  pending: readonly PendingChange[];
}

/**
 * Translates a query into queries of what is stored, which find every message of the inbox once that the query would find if
 * all pending changes were stored (behaviour A13). One without pending changes; few with them, each of which reads a range of
 * an index. They are to be read in this order: a message that is settled meanwhile moves to a later one.
 */
export function selectionsOf(inbox: PendingInbox, { levels, where, hint }: StateQuery): Selection[] {
  const conditions = [inbox.filter, where];
  if (inbox.pending.length === 0) {
    return levels.length === 0 ? [] : [{ filter: { $and: [...conditions, levelsFilter(levels)] }, applied: [] }];
  }
  return split({ levels, conditions, applied: [], ...(hint && { hint }) }, inbox.pending, inbox.contextKeys);
}

interface Part {
  /** The levels at which messages are asked for before `applied`. */
  levels: StateQuery['levels'];
  conditions: readonly QueryFilter<Message>[];
  applied: readonly PendingChange[];
  hint?: Readonly<Record<string, 1 | -1>>;
}

/** Splits the messages of a part by the last of these changes, and each half by those before it. */
function split(part: Part, pending: readonly PendingChange[], contextKeys: readonly string[] | undefined): Selection[] {
  const { levels, conditions, applied, hint } = part;
  if (levels.length === 0) return [];
  const last = pending.at(-1);
  if (!last) {
    // What is archived while it is read would be found twice in an index on that.
    const inOrder = levels.length > 1 && levels.includes('archived') ? SUBSCRIBER_INDEX : undefined;
    const index = hint ?? inOrder;
    return [{ filter: { $and: [...conditions, levelsFilter(levels)] }, applied, ...(index && { hint: index }) }];
  }
  const earlier = pending.slice(0, -1);
  const { change, order, at, before } = last;
  const content = contentOf(last, contextKeys);
  const older = { createdAt: { $lte: before } };
  const about = [...conditions, older, ...content];
  const parts: Selection[] = [];
  const add = (one: Partial<Part>, rest: readonly PendingChange[]) =>
    parts.push(...split({ ...part, ...one }, rest, contextKeys));
  // What is newer than this change allows is newer than all earlier ones allow.
  add({ conditions: [...conditions, { createdAt: { $gt: before } }] }, []);
  if (change !== 'delete') {
    add(
      {
        levels: levelsBefore(change, levels),
        conditions: [...about, { settledUpTo: notFrom(order) }, notHidden(at)],
        applied: [last, ...applied],
      },
      earlier,
    );
    // No earlier change is about these either, apart from deletions: they include what was snoozed.
    const deletions = earlier.filter((one) => one.change === 'delete');
    const snoozed = { settledUpTo: notFrom(order), snoozedUntil: { $gt: at } };
    add({ conditions: [...about, snoozed], hint: hint ?? SNOOZED_INDEX }, deletions);
    add({ conditions: [...about, { settledUpTo: { $gte: order } }], hint: hint ?? SETTLED_INDEX }, deletions);
  }
  if (content.length > 0) add({ conditions: [...conditions, older, { $nor: [{ $and: content }] }] }, earlier);
  return parts;
}

/** Selects the messages that a pending change is about; with `stored: false` those it has not been stored with yet. */
export function includedIn(
  { change, at, order, before, selection }: PendingChange,
  { stored }: { stored?: false } = {},
): QueryFilter<Message> {
  const about = { $and: [{ createdAt: { $lte: before } }, ...contentConditions(selection)] };
  if (change === 'delete') return about;
  const open = stored === false && { carriedUpTo: notFrom(order) };
  return { ...about, settledUpTo: notFrom(order), ...notHidden(at), ...open };
}

/** Whether the change is stored with the message, or not about it any more. */
export function isSettled({ settledUpTo, carriedUpTo }: Message, { order }: PendingChange): boolean {
  return [settledUpTo, carriedUpTo].some((upTo) => upTo !== undefined && upTo >= order);
}

/** The conditions of a change on the content; none if it is about all that a reader of these contexts sees. */
function contentOf({ selection }: PendingChange, contextKeys: readonly string[] | undefined): QueryFilter<Message>[] {
  const { contextKeys: own, filter } = JSON.parse(selection) as ContentSelection;
  const isSame = own && contextKeys && exactly(own).join(' ') === exactly(contextKeys).join(' ');
  return conditionsOf({ filter, ...(!isSame && own && { contextKeys: own }) });
}

function contentConditions(selection: string): QueryFilter<Message>[] {
  return conditionsOf(JSON.parse(selection) as ContentSelection);
}

function conditionsOf({ contextKeys, filter }: ContentSelection): QueryFilter<Message>[] {
  return [...(contextKeys ? [contentFilter({ contextKeys })] : []), contentFilter(filter)].filter(
    (one) => Object.keys(one).length > 0,
  );
}

function notFrom(order: Date): { $not: { $gte: Date } } {
  return { $not: { $gte: order } };
}

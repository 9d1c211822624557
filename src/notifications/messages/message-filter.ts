import { BadRequestException } from '@nestjs/common';
import type { QueryFilter } from 'mongoose';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { exactly } from '../../contexts/trigger-context.js';
import type { Severity } from '../../workflows/workflow.schema.js';
import { type Level, LEVELS, levelsWith } from './message-levels.js';
import { type Message, SNOOZED_INDEX } from './message.schema.js';
import { dataConditions, type TagFilter, tagGroups } from './content-filters.js';

/** Selects notifications of an inbox; all given conditions must match. */
export interface NotificationFilter {
  read?: boolean;
  seen?: boolean;
  archived?: boolean;
  snoozed?: boolean;
  tags?: TagFilter;
  /** An object, or its JSON text. */
  data?: string | Record<string, unknown>;
  severity?: Severity[];
  /** Milliseconds since 1970. */
  createdGte?: number;
  createdLte?: number;
  /** Exactly this set; empty texts in it are ignored, so that `['']` selects messages without context. */
  contextKeys?: readonly string[];
}

/** A query by the state of messages. */
export interface StateQuery {
  /** The levels at which messages match. */
  levels: readonly Level[];
  /** Further conditions. */
  where: QueryFilter<Message>;
  /** The index on these conditions, if there is one. */
  hint?: Readonly<Record<string, 1 | -1>>;
}

/**
 * Returns the query of a filter (behaviour A2, A5, A9): archived and snoozed messages only when requested. For snoozed
 * messages the state before the snooze counts, and archived ones are included.
 */
export function messageQuery(filter: NotificationFilter, now: Date): StateQuery {
  const { where, ...query } = stateQuery(filter, now);
  return { ...query, where: { $and: [where, contentFilter(filter)] } };
}

/** The part of {@link messageQuery} about the state. */
function stateQuery({ read, seen, archived, snoozed }: NotificationFilter, now: Date): StateQuery {
  if (read === false && archived) {
    throw new BadRequestException(
      'An unread notification is never archived: read=false and archived=true exclude each other',
    );
  }
  if (snoozed) {
    const where = {
      ...hidden(now),
      ...(seen !== undefined && { seen }),
      ...(read !== undefined && { 'beforeSnooze.read': read }),
      ...(archived !== undefined && { 'beforeSnooze.archived': archived }),
    };
    return { levels: LEVELS, where, hint: SNOOZED_INDEX };
  }
  return { levels: levelsWith({ seen, read, archived: archived ?? false }), where: notHidden(now) };
}

/** The part of {@link messageQuery} about the content. */
export function contentFilter(
  filter: Omit<NotificationFilter, 'read' | 'seen' | 'archived' | 'snoozed'>,
): QueryFilter<Message> {
  const { tags, data, severity, createdGte, createdLte, contextKeys } = filter;
  const conditions: QueryFilter<Message>[] = [
    ...(tags === undefined ? [] : valid(tagGroups(tags), 'tags').map((group) => ({ tags: { $in: group } }))),
    ...(data === undefined ? [] : (valid(dataConditions(data), 'data') as QueryFilter<Message>[])),
  ];
  return {
    ...(severity && { severity: { $in: severity } }),
    ...((createdGte ?? createdLte) !== undefined && { createdAt: createdBetween(createdGte, createdLte) }),
    ...(contextKeys && { contextKeys: exactly(contextKeys) }),
    ...(conditions.length > 0 && { $and: conditions }),
  };
}

/** Selects messages that are snoozed now. */
export function hidden(now: Date): { snoozedUntil: { $gt: Date } } {
  return { snoozedUntil: { $gt: now } };
}

/** Selects messages that are not snoozed now, including those whose snooze has ended but is still stored. */
export function notHidden(now: Date): { snoozedUntil: { $not: { $gt: Date } } } {
  return { snoozedUntil: { $not: { $gt: now } } };
}

function createdBetween(from: number | undefined, to: number | undefined): { $gte?: Date; $lte?: Date } {
  return { ...(from !== undefined && { $gte: new Date(from) }), ...(to !== undefined && { $lte: new Date(to) }) };
}

function valid<Conditions>(conditions: Conditions | undefined, field: string): Conditions {
  if (conditions === undefined) throw ValidationException.of(field, `${field} is not a filter`);
  return conditions;
}

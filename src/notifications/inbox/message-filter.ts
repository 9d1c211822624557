import { BadRequestException } from '@nestjs/common';
import { type QueryFilter, Types } from 'mongoose';
import { ValidationException } from '../../common/errors/validation.exception.js';
import { isObject } from '../../common/values/is-object.js';
import type { Message } from '../messages/message.schema.js';
import type { ListNotificationsDto } from './dto/list-notifications.dto.js';

/** What of a list request selects notifications. */
export type NotificationFilter = Omit<ListNotificationsDto, 'limit' | 'after' | 'offset'>;

/** The store's query for the filters of a list (behaviour A2, A5). Archived messages only when asked for. */
export function messageFilter(filter: NotificationFilter): QueryFilter<Message> {
  const { read, seen, archived = false, snoozed, tags, data, severity, createdGte, createdLte, contextKeys } = filter;
  if (read === false && archived) {
    throw new BadRequestException(
      'An unread notification is never archived: read=false and archived=true exclude each other',
    );
  }
  return {
    archived,
    ...(read !== undefined && { read }),
    ...(seen !== undefined && { seen }),
    // Nothing can be snoozed yet, so that asking for snoozed ones finds none.
    ...(snoozed && { _id: { $in: [] as Types.ObjectId[] } }),
    ...(tags && { tags: { $in: tags } }),
    ...(severity && { severity: { $in: severity } }),
    ...((createdGte !== undefined || createdLte !== undefined) && {
      createdAt: createdBetween(createdGte, createdLte),
    }),
    ...(contextKeys && { contextKeys: contextKeys.filter((key) => key !== '').sort() }),
    ...(data !== undefined && dataFilter(data)),
  };
}

function createdBetween(from: number | undefined, to: number | undefined): { $gte?: Date; $lte?: Date } {
  return { ...(from !== undefined && { $gte: new Date(from) }), ...(to !== undefined && { $lte: new Date(to) }) };
}

function dataFilter(text: string): QueryFilter<Message> {
  const wanted = parseJson(text);
  if (!isObject(wanted)) throw ValidationException.of('data', 'data must be a JSON object');
  const entries = Object.entries(wanted);
  for (const [key, value] of entries) {
    // A path or an operator here would reach beyond the property it names.
    if (key === '' || /[.$]/.test(key)) throw ValidationException.of('data', `data cannot be searched for '${key}'`);
    if (typeof value === 'object')
      throw ValidationException.of('data', `data.${key} must be a text, number or boolean`);
  }
  return Object.fromEntries(entries.map(([key, value]) => [`data.${key}`, value]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw ValidationException.of('data', 'data must be a JSON object');
  }
}

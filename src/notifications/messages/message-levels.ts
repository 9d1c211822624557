import type { QueryFilter } from 'mongoose';
import type { BulkChange } from './bulk-changes.js';
import type { Message } from './message.schema.js';

/**
 * The state of a message that is not snoozed, as one value: what is archived is also read, and what is read is also seen
 * (behaviour A2), so that each level includes those before it.
 */
export type Level = 'new' | 'seen' | 'read' | 'archived';

/** In ascending order. */
export const LEVELS: readonly Level[] = ['new', 'seen', 'read', 'archived'];

/** The table of behaviour section 11 for changes of many. */
const AFTER: Readonly<Record<BulkChange, Readonly<Record<Level, Level>>>> = {
  seen: { new: 'seen', seen: 'seen', read: 'read', archived: 'archived' },
  unseen: { new: 'new', seen: 'new', read: 'new', archived: 'new' },
  read: { new: 'read', seen: 'read', read: 'read', archived: 'archived' },
  unread: { new: 'seen', seen: 'seen', read: 'seen', archived: 'seen' },
  archive: { new: 'archived', seen: 'archived', read: 'archived', archived: 'archived' },
  'archive-read': { new: 'new', seen: 'seen', read: 'archived', archived: 'archived' },
};

/** The levels of the messages that a change is needed for. Others stay as they are, so that it can be repeated (A1). */
export function levelsToChange(change: BulkChange): Level[] {
  return LEVELS.filter((level) => AFTER[change][level] !== level);
}

/** The levels from which a change leads to one of these. */
export function levelsBefore(change: BulkChange, levels: readonly Level[]): Level[] {
  return LEVELS.filter((level) => levels.includes(AFTER[change][level]));
}

/** The levels that fulfil conditions on the state. */
export function levelsWith({ seen, read, archived }: Partial<Pick<Message, 'seen' | 'read' | 'archived'>>): Level[] {
  return LEVELS.filter((level) => {
    const state = stateAt(level);
    return (
      (seen === undefined || seen === state.seen) &&
      (read === undefined || read === state.read) &&
      (archived === undefined || archived === state.archived)
    );
  });
}

const AT_LEAST = [{}, { seen: true }, { read: true }, { archived: true }] as const;
/** They name all fields of the index on new messages, so that it is used: what is unseen or unread is not archived. */
const AT_MOST = [{ seen: false, archived: false }, { read: false, archived: false }, { archived: false }, {}] as const;

/** Selects the stored messages at these levels, one at least. */
export function levelsFilter(levels: readonly Level[]): QueryFilter<Message> {
  const ranges: [first: number, last: number][] = [];
  for (const index of LEVELS.keys()) {
    const open = ranges.at(-1);
    if (!levels.includes(LEVELS[index]!)) continue;
    if (open?.[1] === index - 1) open[1] = index;
    else ranges.push([index, index]);
  }
  const filters = ranges.map(([first, last]) => ({ ...AT_LEAST[first], ...AT_MOST[last] }));
  return filters.length === 1 ? filters[0]! : { $or: filters };
}

/** The message after a change of many at a time: what `bulkCases` stores. */
export function withChange(message: Message, change: BulkChange, at: Date): Message {
  const before = levelOf(message);
  const after = AFTER[change][before];
  if (after === before) return message;
  const { firstSeenAt, lastSeenAt: _, readAt, archivedAt, ...rest } = message;
  const state = stateAt(after);
  return {
    ...rest,
    ...state,
    ...(state.seen && { firstSeenAt: firstSeenAt ?? at, lastSeenAt: at }),
    ...(state.read && { readAt: readAt ?? at }),
    ...(state.archived && { archivedAt: archivedAt ?? at }),
  };
}

function levelOf({ seen, read, archived }: Message): Level {
  if (archived) return 'archived';
  if (read) return 'read';
  return seen ? 'seen' : 'new';
}

function stateAt(level: Level): Pick<Message, 'seen' | 'read' | 'archived'> {
  return { seen: level !== 'new', read: level === 'read' || level === 'archived', archived: level === 'archived' };
}

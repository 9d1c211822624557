import type { mongo } from 'mongoose';
import type { Message } from './message.schema.js';
import type { StateChange } from './message-state.js';

/** Changes that can be made to many messages with one command. */
export type BulkChange = Exclude<StateChange, 'unarchive'> | 'archive-read';

type Filter = mongo.Filter<Message>;
type Update = mongo.UpdateFilter<Message>;

/** A part of a change: an update, and the messages it is for. */
interface BulkCase {
  when: Filter;
  update: Update;
}

interface Change {
  needed: Filter;
  cases: (now: Date) => BulkCase[];
}

const UNREAD = { read: false, archived: false } as const;
const NO_DATES = { readAt: '', archivedAt: '' } as const;

const CHANGES: Record<BulkChange, Change> = {
  seen: {
    needed: { archived: false, seen: false },
    cases: (now) => [{ when: { seen: false }, update: set(firstSeen(now)) }],
  },
  unseen: {
    needed: { seen: true },
    cases: () => [
      {
        when: { seen: true },
        update: { $set: { seen: false, ...UNREAD }, $unset: { firstSeenAt: '', lastSeenAt: '', ...NO_DATES } },
      },
    ],
  },
  read: {
    needed: { archived: false, read: false },
    cases: (now) => [
      { when: { seen: false }, update: set({ ...firstSeen(now), ...read(now) }) },
      { when: { read: false }, update: set({ ...seen(now), ...read(now) }) },
    ],
  },
  unread: {
    needed: { $or: [{ read: true }, { seen: false }] },
    cases: (now) => [
      { when: { seen: false }, update: { $set: { ...firstSeen(now), ...UNREAD }, $unset: NO_DATES } },
      { when: { read: true }, update: { $set: { ...seen(now), ...UNREAD }, $unset: NO_DATES } },
    ],
  },
  archive: {
    needed: { archived: false },
    cases: (now) => [
      { when: { archived: false, seen: false }, update: set({ ...firstSeen(now), ...read(now), ...archived(now) }) },
      { when: { archived: false, read: false }, update: set({ ...seen(now), ...read(now), ...archived(now) }) },
      { when: { archived: false }, update: set({ ...seen(now), ...archived(now) }) },
    ],
  },
  'archive-read': {
    needed: { archived: false, read: true },
    cases: (now) => [{ when: { archived: false, read: true }, update: set({ ...seen(now), ...archived(now) }) }],
  },
};

/**
 * Selects the messages that a change is needed for. Others stay unchanged, so that the change finishes and can be repeated
 * (behaviour A1). Filters for new messages name all of their fields, so that the index on them is used: an unseen message
 * is neither read nor archived.
 */
export function neededFor(change: BulkChange): Filter {
  return CHANGES[change].needed;
}

/**
 * The same as `stateChangeUpdate`, for messages that need the change and are not snoozed, as plain updates: stores execute
 * these many times faster. They have to be made in this order; each changes messages so that no later one matches them,
 * and every message is changed once.
 */
export function bulkCases(change: BulkChange, now: Date): BulkCase[] {
  return CHANGES[change].cases(now);
}

function set($set: Partial<Message>): Update {
  return { $set };
}

function seen(now: Date) {
  return { seen: true, lastSeenAt: now };
}

function firstSeen(now: Date) {
  return { ...seen(now), firstSeenAt: now };
}

function read(now: Date) {
  return { read: true, readAt: now };
}

function archived(now: Date) {
  return { archived: true, archivedAt: now };
}

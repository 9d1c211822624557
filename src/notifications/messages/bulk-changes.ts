import type { mongo } from 'mongoose';
import type { Message } from './message.schema.js';
import type { StateChange } from './state-changes.js';

/** What can be done to many messages at once. */
export type BulkChange = Exclude<StateChange, 'unarchive'> | 'archive-read';

type Filter = mongo.Filter<Message>;
type Update = mongo.UpdateFilter<Message>;

/** A part of a change: what it sets where. */
export interface BulkCase {
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
 * Messages that a change is needed for. Others are left alone, so that it comes to an end and can be repeated (behaviour
 * A1). Where new messages are meant the filter says all that they are, so that the index on them is used: what nobody has
 * seen is neither read nor archived.
 */
export function neededFor(change: BulkChange): Filter {
  return CHANGES[change].needed;
}

/**
 * The same as `stateChangeUpdate`, for messages that need the change and are awake, as plain updates: stores evaluate
 * these many times faster. They are to be made in their order; each leaves nothing for those behind it, so that every
 * message is changed once.
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

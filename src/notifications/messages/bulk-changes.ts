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

const UNREAD = { read: false, archived: false } as const;
const NO_DATES = { readAt: '', archivedAt: '' } as const;

const CASES: Record<BulkChange, (now: Date) => BulkCase[]> = {
  seen: (now) => [{ when: { seen: false }, update: set(firstSeen(now)) }],
  unseen: () => [
    {
      when: { seen: true },
      update: { $set: { seen: false, ...UNREAD }, $unset: { firstSeenAt: '', lastSeenAt: '', ...NO_DATES } },
    },
  ],
  read: (now) => [
    { when: { seen: false }, update: set({ ...firstSeen(now), ...read(now) }) },
    { when: { read: false }, update: set({ ...seen(now), ...read(now) }) },
  ],
  unread: (now) => [
    { when: { seen: false }, update: { $set: { ...firstSeen(now), ...UNREAD }, $unset: NO_DATES } },
    { when: { read: true }, update: { $set: { ...seen(now), ...UNREAD }, $unset: NO_DATES } },
  ],
  archive: (now) => [
    { when: { archived: false, seen: false }, update: set({ ...firstSeen(now), ...read(now), ...archived(now) }) },
    { when: { archived: false, read: false }, update: set({ ...seen(now), ...read(now), ...archived(now) }) },
    { when: { archived: false }, update: set({ ...seen(now), ...archived(now) }) },
  ],
  'archive-read': (now) => [{ when: { archived: false, read: true }, update: set({ ...seen(now), ...archived(now) }) }],
};

/**
 * The same as `stateChangeUpdate`, for messages that need the change (`levelsToChange`) and are not snoozed, as plain
 * updates: stores execute these many times faster. They have to be made in this order; each changes messages so that no
 * later one matches them, and every message is changed once. `mark` is set, too.
 */
export function bulkCases(change: BulkChange, now: Date, mark: Partial<Message> = {}): BulkCase[] {
  return CASES[change](now).map(({ when, update }) => ({
    when,
    update: { ...update, $set: { ...update.$set, ...mark } },
  }));
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

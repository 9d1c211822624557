import type { PipelineStage } from 'mongoose';
import type { ActionType, Message } from './message.schema.js';

/** The stored fields that the state of a message follows from. */
export type StoredState = Pick<
  Message,
  'read' | 'readAt' | 'archived' | 'archivedAt' | 'snoozedUntil' | 'beforeSnooze' | 'deliveredAt'
>;

/** The state of a message; `snoozedUntil` only while it is hidden. */
export type ShownState = Omit<StoredState, 'beforeSnooze'>;

/**
 * Returns the state of a message at a point in time (behaviour A9): while it is snoozed, the state before the snooze;
 * afterwards unread and delivered once more, whether or not the end of the snooze is stored already.
 */
export function shownState(message: StoredState, now: Date): ShownState {
  const { read, readAt, archived, archivedAt, snoozedUntil, beforeSnooze, deliveredAt } = message;
  if (snoozedUntil && snoozedUntil > now && beforeSnooze) return { ...beforeSnooze, snoozedUntil, deliveredAt };
  return {
    read,
    ...(readAt && { readAt }),
    archived,
    ...(archivedAt && { archivedAt }),
    deliveredAt: snoozedUntil ? [...deliveredAt, snoozedUntil] : deliveredAt,
  };
}

/** Changes of the state of an in-app message. */
export type StateChange = 'seen' | 'unseen' | 'read' | 'unread' | 'archive' | 'unarchive';

type Fields = Record<string, unknown>;
type Update = PipelineStage.Set[];

const REMOVED = '$$REMOVE';

/**
 * The table of behaviour section 11 as updates of messages that are not snoozed. They are pipelines, because existing dates
 * are kept: repeating a change is harmless (A1).
 */
export function stateChangeUpdate(change: StateChange, now: Date): Update {
  return [{ $set: { ...awake(), ...fieldsOf(change, now) } }];
}

function fieldsOf(change: StateChange, now: Date): Fields {
  switch (change) {
    case 'seen':
      return seen(now);
    case 'unseen':
      return { seen: false, firstSeenAt: REMOVED, lastSeenAt: REMOVED, ...unread(), ...unarchived() };
    case 'read':
      return { ...seen(now), ...read(now) };
    case 'unread':
      return { ...seen(now), ...unread(), ...unarchived() };
    case 'archive':
      return { ...seen(now), ...read(now), archived: true, archivedAt: { $ifNull: ['$archivedAt', now] } };
    case 'unarchive':
      return { ...seen(now), ...read(now), ...unarchived() };
  }
}

/** The values that a snooze sets. */
interface Snooze {
  until: Date;
  /** When the message is deleted: the retention starts at the end of the snooze (behaviour N2). */
  expiresAt: Date;
}

/**
 * Hides a message until a later time (behaviour A9), or until another time if it is hidden already. Its state is moved to
 * `beforeSnooze`, and replaced by the state it wakes up with.
 */
export function snoozeUpdate({ until, expiresAt }: Snooze, now: Date): Update {
  const state = { read: '$read', readAt: '$readAt', archived: '$archived', archivedAt: '$archivedAt' };
  return [
    {
      $set: {
        beforeSnooze: { $cond: [isSnoozed(now), '$beforeSnooze', state] },
        deliveredAt: { $cond: [isSnoozed(now), '$deliveredAt', deliveries()] },
        snoozedUntil: until,
        expiresAt,
        ...unread(),
        ...unarchived(),
      },
    },
  ];
}

/** Ends the snooze of a hidden message on request: its former state is restored, delivered once more (A9). */
export function unsnoozeUpdate(expiresAt: Date, now: Date): Update {
  return [
    {
      $set: {
        read: '$beforeSnooze.read',
        readAt: { $ifNull: ['$beforeSnooze.readAt', REMOVED] },
        archived: '$beforeSnooze.archived',
        archivedAt: { $ifNull: ['$beforeSnooze.archivedAt', REMOVED] },
        deliveredAt: { $concatArrays: ['$deliveredAt', [now]] },
        snoozedUntil: REMOVED,
        beforeSnooze: REMOVED,
        expiresAt,
      },
    },
  ];
}

/**
 * Stores that a snooze has ended. The message already has the state it wakes up with (A9). Changes of the inbox that were
 * made while it was snoozed are not about it, however long they are pending (A13).
 */
export function wakeUpdate(): Update {
  return [{ $set: { ...awake(), settledUpTo: { $max: ['$settledUpTo', '$snoozedUntil'] } } }];
}

/** A change of a button; `payload` is stored with a completed one. */
export interface ActionChange {
  action: ActionType;
  completed: boolean;
  payload?: Record<string, unknown>;
}

/**
 * Completing or reverting a button also marks the message read and seen (A4). A snoozed message stays snoozed; it is shown
 * as read until the snooze ends, and still wakes up unread.
 */
export function actionUpdate({ action, completed, payload }: ActionChange, now: Date): Update {
  const whenSnoozed = (kept: unknown, otherwise: unknown): Fields => ({ $cond: [isSnoozed(now), kept, otherwise] });
  const readBefore = { read: true, readAt: { $ifNull: ['$beforeSnooze.readAt', now] } };
  return [
    {
      $set: {
        ...seen(now),
        read: whenSnoozed('$read', true),
        readAt: whenSnoozed(REMOVED, { $ifNull: ['$readAt', now] }),
        beforeSnooze: whenSnoozed({ $mergeObjects: ['$beforeSnooze', readBefore] }, REMOVED),
        snoozedUntil: whenSnoozed('$snoozedUntil', REMOVED),
        deliveredAt: whenSnoozed('$deliveredAt', deliveries()),
        [`actions.${action}.completed`]: completed,
        [`actions.${action}.payload`]: completed && payload ? { $literal: payload } : REMOVED,
        ...(completed && { lastCompleted: action }),
      },
    },
  ];
}

function isSnoozed(now: Date): Fields {
  return { $gt: ['$snoozedUntil', now] };
}

/** For a message that is not hidden: the end of a snooze that is not stored yet is stored with any change. */
function awake(): Fields {
  return { deliveredAt: deliveries(), snoozedUntil: REMOVED, beforeSnooze: REMOVED };
}

function deliveries(): Fields {
  const woken = { $cond: [{ $eq: [{ $type: '$snoozedUntil' }, 'date'] }, ['$snoozedUntil'], []] };
  return { $concatArrays: ['$deliveredAt', woken] };
}

function seen(now: Date): Fields {
  return { seen: true, firstSeenAt: { $ifNull: ['$firstSeenAt', now] }, lastSeenAt: now };
}

function read(now: Date): Fields {
  return { read: true, readAt: { $ifNull: ['$readAt', now] } };
}

function unread(): Fields {
  return { read: false, readAt: REMOVED };
}

function unarchived(): Fields {
  return { archived: false, archivedAt: REMOVED };
}

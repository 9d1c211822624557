import type { PipelineStage } from 'mongoose';
import type { ActionType } from './message.schema.js';

/** What can be done to the state of an in-app message. */
export type StateChange = 'seen' | 'unseen' | 'read' | 'unread' | 'archive' | 'unarchive';

type Fields = Record<string, unknown>;
type Update = PipelineStage.Set[];

const REMOVED = '$$REMOVE';

/**
 * The table of behaviour section 11 as updates of messages that are not snoozed. They are pipelines, because a date that
 * is already there is kept: repeating a change is harmless (A1).
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

/** What a snooze sets. */
export interface Snooze {
  until: Date;
  /** When the message goes, counted from the end of the wait (behaviour N2). */
  expiresAt: Date;
}

/**
 * Hides a message until a later time (behaviour A9), or to another time if it is hidden already. The state it had is laid
 * aside, and the one it wakes up with takes its place.
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

/** Ends the snooze of a message that is hidden by hand: it stands as it did before, delivered once more (A9). */
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

/** Notes that a snooze has come to its end. The message stands as it wakes up already (A9). */
export function wakeUpdate(): Update {
  return [{ $set: awake() }];
}

/** What becomes of a button; `payload` is kept with one that is completed. */
export interface ActionChange {
  action: ActionType;
  completed: boolean;
  payload?: Record<string, unknown>;
}

/**
 * Completing or reverting a button also marks the message read and seen (A4). One that is snoozed stays so, wakes up
 * unread all the same, and is read until then.
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

/** Of a message that is not hidden: the end of a snooze that nobody has noted yet is noted with whatever is done. */
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

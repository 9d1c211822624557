import type { PipelineStage } from 'mongoose';

/** What can be done to the state of an in-app message. */
export type StateChange = 'seen' | 'read' | 'unread' | 'archive' | 'unarchive';

type Fields = Record<string, unknown>;

/**
 * The table of behaviour section 11 as updates. They are pipelines, because a date that is already there is kept:
 * repeating a change is harmless (A1).
 */
export function stateChangeUpdate(change: StateChange, now: Date): PipelineStage.Set[] {
  return [{ $set: fieldsOf(change, now) }];
}

function fieldsOf(change: StateChange, now: Date): Fields {
  switch (change) {
    case 'seen':
      return seen(now);
    case 'read':
      return { ...seen(now), ...read(now) };
    case 'unread':
      return { ...seen(now), read: false, readAt: '$$REMOVE', ...unarchived() };
    case 'archive':
      return { ...seen(now), ...read(now), archived: true, archivedAt: { $ifNull: ['$archivedAt', now] } };
    case 'unarchive':
      return { ...seen(now), ...read(now), ...unarchived() };
  }
}

/** Completing or reverting a button also marks the message read and seen. */
export function actionUpdate(action: 'primary' | 'secondary', completed: boolean, now: Date): PipelineStage.Set[] {
  return [{ $set: { ...seen(now), ...read(now), [`actions.${action}.completed`]: completed } }];
}

function seen(now: Date): Fields {
  return { seen: true, firstSeenAt: { $ifNull: ['$firstSeenAt', now] }, lastSeenAt: now };
}

function read(now: Date): Fields {
  return { read: true, readAt: { $ifNull: ['$readAt', now] } };
}

function unarchived(): Fields {
  return { archived: false, archivedAt: '$$REMOVE' };
}

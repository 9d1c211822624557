import type { PlannedResource } from './plan';

type Action = PlannedResource['action'];

/** What will happen, on labels. */
export const ACTION_WORDS: Record<Action, string> = { create: 'new', update: 'changed', delete: 'deleted' };

/** What has happened. */
export const DONE_WORDS: Record<Action, string> = { create: 'created', update: 'updated', delete: 'deleted' };

/** Beside the word, and with its sign: never the only mark. */
export const ACTION_COLORS: Record<Action, string> = { create: 'teal', update: 'blue', delete: 'red' };

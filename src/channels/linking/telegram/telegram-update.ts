import { isObject } from '../../../platform/values/is-object.js';

/** Somebody has pressed "Start" behind a link, in a chat of their own with the bot. */
export interface Start {
  token: string;
  chatId: number;
}

/** What Telegram has posted as a {@link Start}; undefined for any other message. */
export function readStart(update: unknown): Start | undefined {
  const message = isObject(update) ? update.message : undefined;
  if (!isObject(message) || !isObject(message.chat) || typeof message.text !== 'string') return undefined;
  const { id, type } = message.chat;
  // In a group everybody would be linked to what is meant for one.
  if (type !== 'private' || typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  const token = /^\/start(?:@\w+)? ([\w-]{1,64})$/.exec(message.text)?.[1];
  return token === undefined ? undefined : { token, chatId: id };
}

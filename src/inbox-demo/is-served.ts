import type { Config } from '../config/config.js';

/** Whether this process serves the page (`INBOX_DEMO`). */
export function servesInboxDemo({ inboxDemo, mongodbUri }: Pick<Config, 'inboxDemo' | 'mongodbUri'>): boolean {
  return inboxDemo === 'auto' ? mongodbUri === undefined : inboxDemo === 'on';
}

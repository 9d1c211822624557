import { autoOnEmbedded, type Config } from '../../platform/config/config.js';

/** Where the page is; all it loads lies below. */
export const INBOX_DEMO_PATH = '/inbox-demo';

/** Whether this process serves the page (`INBOX_DEMO`). */
export function servesInboxDemo(config: Pick<Config, 'inboxDemo' | 'mongodbUri'>): boolean {
  return autoOnEmbedded(config.inboxDemo, config);
}

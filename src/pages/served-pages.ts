import { opensWithToken, servesInboxDemo } from '../auth/guests/guest-access.js';
import { hasOutbox, OUTBOX_PATH } from '../outbox/outbox-rules.js';
import type { Config } from '../platform/config/config.js';

/** Path of the inbox demo, which leads to its screen; the picture of its sample is below. */
export const INBOX_DEMO_PATH = '/inbox-demo';

/** Path of the console; its screens are below. */
export const CONSOLE_PATH = '/console';

/** Path of the guide; its pages are below. */
export const GUIDE_PATH = '/guide';

/** A page for browsers. */
export interface ServedPage {
  name: string;
  path: string;
  /** Its purpose, in one line. */
  about: string;
  /** Whether it is opened with the token of pages. */
  opensWithToken?: boolean;
}

/**
 * Returns the pages that this process serves, depending on its settings: `/` lists them, and they are printed at
 * startup.
 */
export function servedPages(
  config: Pick<Config, 'docs' | 'inboxDemo' | 'outbox' | 'mongodbUri' | 'host'>,
): Record<string, ServedPage> {
  return {
    console: {
      name: 'Console',
      path: CONSOLE_PATH,
      about: 'See what was sent and why; change what is sent, and to whom.',
    },
    guide: { name: 'Guide', path: GUIDE_PATH, about: 'How to start, build and operate, with search.' },
    ...(config.docs && {
      docs: { name: 'API reference', path: '/docs', about: 'Every operation, to read and to try.' },
    }),
    ...(servesInboxDemo(config) && {
      inboxDemo: {
        name: 'Inbox',
        path: INBOX_DEMO_PATH,
        about: 'See a notification arrive in the inbox widget.',
        opensWithToken: true,
      },
    }),
    ...(hasOutbox(config) && {
      outbox: {
        name: 'Outbox',
        path: OUTBOX_PATH,
        about: 'Messages that were kept here instead of leaving.',
        opensWithToken: opensWithToken(config),
      },
    }),
  };
}

/** Returns the same pages as they are printed on the server: with the token in the path, if it is needed. */
export function pagesToOpen(
  config: Parameters<typeof servedPages>[0],
  token: string,
): Pick<ServedPage, 'name' | 'path'>[] {
  return Object.values(servedPages(config)).map(({ name, path, opensWithToken: withToken }) => ({
    name,
    path: withToken ? `${path}?token=${token}` : path,
  }));
}

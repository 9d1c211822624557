import type { Config } from '../platform/config/config.js';
import { INBOX_DEMO_PATH, servesInboxDemo } from './inbox-demo/is-served.js';
import { opensWithToken } from './outbox/page/outbox-access.js';
import { hasOutbox, OUTBOX_PATH } from '../outbox/outbox-rules.js';

/** Something that a browser can look at. */
export interface ServedPage {
  name: string;
  path: string;
  /** What it is for, in one line. */
  about: string;
  /** Whether it is opened with the token of pages. */
  opensWithToken?: boolean;
}

/** What this process serves to browsers, as its settings say: what `/` lists, and what a start prints. */
export function servedPages(
  config: Pick<Config, 'docs' | 'inboxDemo' | 'outbox' | 'mongodbUri' | 'host'>,
): Record<string, ServedPage> {
  return {
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

/** The same as people on the server are shown them: with the token, where one opens them. */
export function pagesToOpen(
  config: Parameters<typeof servedPages>[0],
  token: string,
): Pick<ServedPage, 'name' | 'path'>[] {
  return Object.values(servedPages(config)).map(({ name, path, opensWithToken: withToken }) => ({
    name,
    path: withToken ? `${path}?token=${token}` : path,
  }));
}

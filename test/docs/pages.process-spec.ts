import { existsSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { MailServer } from '#libs/providers/testing/mail-server.js';
import { eventually } from '../eventually.js';
import { documentationPages, PASTED_ELSEWHERE, ROOT } from './documentation-pages.js';
import { PastedPages } from './pasted-pages.js';

const all = documentationPages();
const pages = all.filter(({ path, blocks }) => blocks.length > 0 && !(path in PASTED_ELSEWHERE));
const starting = all.flatMap(({ blocks }) => blocks).find(({ note }) => note === 'in the background')!;

describe('the pages that readers paste from', () => {
  const onEachPage = it.each(pages.map((page) => [page.path, page] as const));
  let mailServer: MailServer;
  let reader: PastedPages;

  beforeAll(async () => {
    if (existsSync(`${ROOT}notifications`)) {
      throw new Error('The pages pull workflows into the folder notifications: move yours away.');
    }
    mailServer = await MailServer.start({ allowInsecureAuth: true, disabledCommands: ['STARTTLS'] });
    reader = await PastedPages.create({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailServer.port),
      SMTP_USER: MailServer.LOGIN.user,
      SMTP_PASSWORD: MailServer.LOGIN.password,
      SMTP_FROM: 'shop@example.com',
      MY_EMAIL: 'you@example.com',
    });
  });

  afterAll(async () => {
    await reader?.remove();
    await mailServer?.close();
  });

  describe.each(['on a new server', 'again, on the same data after a restart'])('work as they are pasted %s', () => {
    beforeAll(() => reader.start(starting));
    afterAll(() => reader.stop());

    onEachPage('%s', (_path, page) => reader.paste(page));
  });

  it('have sent real email then, that of a trigger once', async () => {
    await eventually(async () => {
      const emails = await Promise.all(mailServer.received.map(({ content }) => PostalMime.parse(content)));
      const subjects = emails.map(({ subject }) => subject);
      expect(subjects).toContain('Test message');
      expect(subjects).toContainEqual(expect.stringMatching(/^\d new comments on Hello world$/));
      expect(subjects.filter((subject) => subject === 'Your receipt for A-1741')).toHaveLength(1);
    });
  });
});

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../eventually.js';
import { documentationPages, PASTED_ELSEWHERE, ROOT } from './documentation-pages.js';
import { PastedPages } from './pasted-pages.js';

const all = documentationPages();
const pages = all.filter(({ path, blocks }) => blocks.length > 0 && !(path in PASTED_ELSEWHERE));
const starting = all.flatMap(({ blocks }) => blocks).find(({ note }) => note === 'in the background')!;

describe('the pages that readers paste from', () => {
  const subjects: (string | undefined)[] = [];
  const mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(undefined, { user: username }),
    onData: (stream, _session, done) => {
      void buffer(stream)
        .then((mail) => PostalMime.parse(mail))
        .then(({ subject }) => {
          subjects.push(subject);
          done();
        }, done);
    },
  });
  let reader: PastedPages;

  beforeAll(async () => {
    if (existsSync(`${ROOT}notifications`)) {
      throw new Error('The pages pull workflows into the folder notifications: move yours away.');
    }
    const listening = mailServer.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    reader = await PastedPages.create({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(port),
      SMTP_USER: 'shop',
      SMTP_PASSWORD: 'the-password',
      SMTP_FROM: 'shop@example.com',
      MY_EMAIL: 'you@example.com',
    });
    await reader.start(starting);
  });

  afterAll(async () => {
    await reader?.remove();
    await new Promise<void>((done) => mailServer.close(done));
  });

  it.each(pages.map((page) => [page.path, page] as const))(
    '%s has blocks that work as they are pasted',
    (_path, page) => reader.paste(page),
  );

  it('have sent real email then', async () => {
    await eventually(async () => {
      expect(subjects).toEqual(
        expect.arrayContaining(['Test message', '3 new comments on Hello world', 'Your receipt for A-1741']),
      );
    });
  });

  it('work again on the same data, after a restart', async () => {
    await reader.stop();
    await reader.start(starting);
    for (const page of pages) await reader.paste(page);
  });
});

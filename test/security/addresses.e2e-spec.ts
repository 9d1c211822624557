import PostalMime from 'postal-mime';
import { MailServer } from '#libs/providers/testing/mail-server.js';
import { EngineScene } from '../delivery/engine-scene.js';
import { MessageServer } from '../delivery/sending/message-server.js';

const EVIL = /evil/;
const EMAIL = {
  type: 'email',
  controlValues: {
    subject: 'Hello {{payload.name}}',
    editorType: 'html',
    body: '<p>Hi</p>',
    replyTo: '{{payload.answerTo}}',
    from: { name: '{{payload.shop}}' },
  },
};
const SMS = { type: 'sms', controlValues: { body: 'Hi' } };

/** A line break, and a header after it. */
const BREAK = '\r\nBcc: evil@example.com';

/** What somebody tries who can write a text that a trigger passes on: that others get the message, too. */
describe('a text that is passed on as an address or into a header', () => {
  let scene: EngineScene;
  let mail: MailServer;
  let web: MessageServer;
  let workflow: string;
  let texting: string;

  beforeAll(async () => {
    mail = await MailServer.start({ disabledCommands: ['STARTTLS'] });
    web = await MessageServer.start();
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    await integrate({
      providerId: 'nodemailer',
      channel: 'email',
      identifier: 'smtp',
      credentials: { host: '127.0.0.1', port: String(mail.port), from: 'shop@example.com', senderName: 'Shop' },
    });
    await integrate({ ...web.integration('email', 'JSON'), identifier: 'json' });
    await integrate({
      providerId: 'plunk',
      channel: 'email',
      identifier: 'plunk',
      credentials: { apiKey: 'a-key-of-ours', baseUrl: web.address, from: 'shop@example.com', senderName: 'Shop' },
    });
    await integrate({
      providerId: 'generic-sms',
      channel: 'sms',
      identifier: 'sms',
      credentials: {
        baseUrl: web.address,
        apiKeyRequestHeader: 'x-key',
        apiKey: 'a-key-of-ours',
        idPath: 'id',
        from: 'Shop',
      },
    });
    scene.clock.forward(2000);
    workflow = await scene.workflow([EMAIL]);
    texting = await scene.workflow([SMS]);
  });

  afterAll(async () => {
    await scene.close();
    await mail.close();
    await web.close();
  });

  beforeEach(() => {
    mail.received.length = 0;
    web.requests.length = 0;
  });

  async function integrate(fields: object): Promise<void> {
    const { status, body } = await scene.carillon.api.post('/v1/integrations', {
      name: 'x',
      active: true,
      check: false,
      ...fields,
    });
    expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  }

  interface Sent {
    story: string[];
    /** What the activity says besides. */
    said: string[];
  }

  /** Triggers with an integration; `payload` and `overrides` are the attack. */
  async function send(identifier: string, payload: object, overrides: object = {}, name = workflow): Promise<Sent> {
    const to = await scene.subscriber({ email: 'ada@example.com', phone: '+4915112345678' });
    const channel = name === workflow ? 'email' : 'sms';
    const transactionId = await scene.trigger(name, {
      to,
      payload: { name: 'Ada', shop: 'Shop', answerTo: 'help@example.com', ...payload },
      overrides: { [channel]: { integrationIdentifier: identifier, ...overrides } },
    });
    const story = await scene.story(transactionId);
    const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
    const said = job.executionDetails
      .filter(({ status }: { status: string }) => status === 'Warning')
      .map(({ raw }: { raw: string }) => raw);
    return { story, said };
  }

  /** The lines of the header of the last email as it came by SMTP, without the folding of long ones. */
  function headerLines(): string[] {
    const [head = ''] = mail.received.at(-1)!.content.toString().split('\r\n\r\n');
    return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  }

  const names = (): string[] => headerLines().map((line) => line.split(':')[0]!.toLowerCase());

  const LISTS = [
    'ada@example.com, evil@example.com',
    'ada@example.com;evil@example.com',
    'evil@localhost, Ada <ada@example.com>',
    'Friends: ada@example.com, evil@example.com;',
    `ada@example.com${BREAK}`,
    `Ada${BREAK} <ada@example.com>`,
    '"ada, evil@example.com"@example.com',
  ];

  describe.each(['smtp', 'json', 'plunk'])('S5: sent with %s', (identifier) => {
    it.each(LISTS)('as the address of the payload (%j) reaches nobody', async (email) => {
      const { story, said } = await send(identifier, { email });
      expect({ story, said }).toEqual({
        story: ['skipped: invalid_address'],
        said: ['no email address: payload.email'],
      });
      expect([mail.received, web.requests]).toEqual([[], []]);
    });

    it('among further recipients and copies reaches those alone who are named', async () => {
      const overrides = { to: [...LISTS, 'Bo <bo@example.com>'], cc: LISTS, bcc: [...LISTS, 'log@example.com'] };
      const { story, said } = await send(identifier, {}, overrides);
      expect(story).toEqual(['completed: delivered']);
      expect(said).toEqual(['no email address: overrides.email.to, overrides.email.cc, overrides.email.bcc']);
      const wanted = ['ada@example.com', 'bo@example.com', 'log@example.com'];
      if (identifier === 'smtp') expect(mail.received.map(({ to }) => to)).toEqual([wanted]);
      else expect(web.requests).toHaveLength(1);
      for (const { body } of web.requests) {
        expect(body).not.toMatch(EVIL);
        const { to, bcc = [] } = JSON.parse(body);
        // Names stay before their address.
        expect([...to, ...bcc].map((one: string) => one.replace(/^"Bo" <(.*)>$/, '$1'))).toEqual(wanted);
      }
    });

    it.each(LISTS)('E3: as sender and as address of answers (%j) is left out', async (text) => {
      const { story, said } = await send(identifier, { answerTo: text }, { from: text });
      expect(story).toEqual(['completed: delivered']);
      expect(said).toEqual(['no email address: overrides.email.from, replyTo']);
      if (identifier === 'smtp') {
        expect(mail.received).toMatchObject([{ from: 'shop@example.com', to: ['ada@example.com'] }]);
        expect(mail.received[0]!.content.toString()).not.toMatch(EVIL);
        expect(names()).not.toContain('reply-to');
      } else expect(web.requests.map(({ body }) => body).join()).not.toMatch(EVIL);
    });

    it('E6: as a header for which there is a field is left out, and the activity names it', async () => {
      const reserved = ['To', 'Cc', 'BCC', 'From', 'Sender', 'Reply-To', 'Return-Path', 'Resent-Bcc', 'Content-Type'];
      const others = ['MIME-Version', 'X-SMTPAPI', 'X-MC-BccAddress', 'Bcc ', 'Bcc:', 'X\r\nBcc'];
      const given = Object.fromEntries([...reserved, ...others].map((name) => [name, 'evil@example.com']));
      const headers = { ...given, 'X-Order': '7', 'List-Unsubscribe': `<https://example.com/u>${BREAK}` };
      const { story, said } = await send(identifier, {}, { headers });
      expect(story).toEqual(['completed: delivered']);
      const named = [...reserved, ...others].map((name) => name.replace('\r\n', ' ')).join(', ');
      expect(said).toEqual([`not to be set as headers: ${named}`]);
      if (identifier === 'smtp') {
        expect(mail.received).toMatchObject([{ to: ['ada@example.com'] }]);
        expect(names()).toEqual(expect.arrayContaining(['x-order', 'list-unsubscribe']));
        for (const name of ['bcc', 'cc', 'sender', 'return-path', 'resent-bcc', 'x-smtpapi'])
          expect(names()).not.toContain(name);
      } else {
        const { headers: sent } = JSON.parse(web.requests[0]!.body);
        expect(sent).toEqual({ 'X-Order': '7', 'List-Unsubscribe': '<https://example.com/u> Bcc: evil@example.com' });
      }
    });

    it('E6: in subject and name of the sender stays in its line', async () => {
      const shop = `"Shop" <evil@example.com>,${BREAK}`;
      const { story } = await send(identifier, { name: `Ada${BREAK}`, shop });
      expect(story).toEqual(['completed: delivered']);
      if (identifier === 'smtp') {
        expect(mail.received).toMatchObject([{ from: 'shop@example.com', to: ['ada@example.com'] }]);
        expect(names()).not.toContain('bcc');
        expect(await PostalMime.parse(mail.received[0]!.content)).toMatchObject({
          subject: 'Hello Ada Bcc: evil@example.com',
          from: { address: 'shop@example.com', name: expect.stringMatching(/^"?Shop"? <evil@example.com>, Bcc: evil/) },
        });
      } else {
        const { subject, from } = JSON.parse(web.requests[0]!.body);
        expect({ subject, from }).toEqual({
          subject: 'Hello Ada Bcc: evil@example.com',
          from: { email: 'shop@example.com', name: '"Shop" <evil@example.com>, Bcc: evil@example.com' },
        });
      }
    });
  });

  it.each([
    ['name', { name: `a.txt"${BREAK}`, mime: 'text/plain', file: 'aGk=' }],
    ['mime', { name: 'a.txt', mime: `text/plain${BREAK}`, file: 'aGk=' }],
  ])('is refused as the %s of an attachment', async (field, attachment) => {
    const { status, body } = await scene.carillon.api.post('/v1/events/trigger', {
      name: workflow,
      to: 'ada',
      payload: { attachments: [attachment] },
    });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
      status: 422,
      fields: [`payload.attachments.0.${field}`],
    });
  });

  const NUMBERS = ['+491,+492', '+491;+492', '+491 +492', '+491\n+492', '+491<+492', '+491&to=+492', 'nobody'];

  it.each(NUMBERS)('S5: as a phone number (%j) reaches nobody, by payload or override', async (number) => {
    for (const [payload, overrides, where] of [
      [{ phone: number }, {}, 'payload.phone'],
      [{}, { to: number }, 'overrides.sms.to'],
    ] as const) {
      const { story, said } = await send('sms', payload, overrides, texting);
      expect({ story, said }).toEqual({ story: ['skipped: invalid_address'], said: [`no phone number: ${where}`] });
    }
    expect(web.requests).toEqual([]);
  });

  it('M1: as one of a list of numbers is not heard', async () => {
    await send('sms', {}, { to: ['+491', '+492'], from: `Shop${BREAK}` }, texting);
    expect(web.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { to: '+4915112345678', content: 'Hi', sender: 'Shop Bcc: evil@example.com' },
    ]);
  });
});

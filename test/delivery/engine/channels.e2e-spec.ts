import { setImmediate } from 'node:timers/promises';
import { Types } from 'mongoose';
import type { SmsContent } from '#libs/providers/kit/content.js';
import { ChannelSender } from '../../../src/delivery/sending/channel-sender.js';
import { Integration } from '../../../src/integrations/integration.schema.js';
import { CredentialBox, type OpenChannel } from '../../../src/subscribers/credentials/credential-box.js';
import { EngineScene, inApp } from '../engine-scene.js';
import type { OutgoingMessage } from '../../../src/delivery/engine/step-effects.js';

describe('channel steps', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
  });

  afterAll(() => scene.close());

  const email = (controlValues: object = {}) => ({
    type: 'email',
    controlValues: {
      subject: 'Hello {{subscriber.firstName}}',
      body: '<p>{{payload.text}}</p>',
      editorType: 'html',
      ...controlValues,
    },
  });
  const sms = (body = 'Code {{payload.code}}') => ({ type: 'sms', controlValues: { body } });
  const push = { type: 'push', controlValues: { subject: 'Title', body: 'Text & more' } };
  const chat = { type: 'chat', controlValues: { body: 'Chat {{payload.text}}' } };

  it.each([
    ['email', email()],
    ['sms', sms()],
    ['push', push],
    ['chat', chat],
  ])('G9: %s without an integration fails with the reason, and the run goes on', async (_channel, step) => {
    const to = await scene.subscriber({ email: 'a@example.com', phone: '+4915112345678' });
    expect(await scene.tell([step, inApp('x')], { to })).toEqual([
      'failed: no_active_integration',
      'completed: delivered',
    ]);
  });

  it.each([
    ['inactive', { active: false }],
    ["another environment's", { environmentId: new Types.ObjectId() }],
  ])('G1: an integration that is %s is not used', async (_case, fields) => {
    await scene.integration('sms', fields);
    const to = await scene.subscriber({ phone: '+4915112345678' });
    expect(await scene.tell([sms()], { to })).toEqual(['failed: no_active_integration']);
  });

  it('G11: in-app needs an active in-app integration, and both first environments have one', async () => {
    const integrations = scene.model(Integration);
    expect(await integrations.find({ channel: 'in_app', active: true }).distinct('environmentId')).toHaveLength(2);
    const switchTo = async (active: boolean) => {
      await integrations.updateMany({ channel: 'in_app' }, { active });
      scene.clock.forward(1000);
    };
    await switchTo(false);
    try {
      expect(await scene.tell([inApp('x')])).toEqual(['failed: no_active_integration']);
    } finally {
      await switchTo(true);
    }
    expect(await scene.tell([inApp('x')])).toEqual(['completed: delivered']);
  });

  it('P1: each recipient has a run, and each step begins when the one before has ended', async () => {
    await scene.integration('sms');
    const sender = scene.carillon.app.get(ChannelSender, { strict: false });
    const original = sender.send.bind(sender);
    const calls: string[] = [];
    sender.send = async (message: OutgoingMessage) => {
      const { body, to } = message.content as SmsContent;
      calls.push(`${to} begins ${body}`);
      await setImmediate();
      calls.push(`${to} ends ${body}`);
      return original(message);
    };
    try {
      const phones = ['+491', '+492'];
      const to = await Promise.all(phones.map((phone) => scene.subscriber({ phone })));
      const transactionId = await scene.trigger(await scene.workflow([sms('1'), sms('2'), sms('3')]), { to });
      const runs = await scene.settled(transactionId, 2);
      expect(new Set(runs.map(({ subscriberId }) => subscriberId.toHexString())).size).toBe(2);
      for (const phone of phones) {
        expect(calls.filter((call) => call.startsWith(phone)).map((call) => call.slice(phone.length + 1))).toEqual(
          ['1', '2', '3'].flatMap((step) => [`begins ${step}`, `ends ${step}`]),
        );
      }
    } finally {
      sender.send = original;
      await scene.model(Integration).deleteMany({ channel: 'sms' });
      scene.clock.forward(1000);
    }
  });

  describe('email', () => {
    beforeAll(() => scene.integration('email', { providerId: 'mailer' }));

    const send = async (step: object, fields: object = {}, subscriber: object = {}) => {
      const to = await scene.subscriber({ email: 'ada@example.com', firstName: 'A&B', ...subscriber });
      const transactionId = await scene.trigger(await scene.workflow([step]), { to, ...fields });
      return { transactionId, story: await scene.story(transactionId), sent: await scene.sent(transactionId) };
    };

    it('L4: escapes variables in the body, not in the subject, and adds a text part', async () => {
      const { story, sent, transactionId } = await send(email(), { payload: { text: '<b>a & b</b>' } });
      expect(story).toEqual(['completed: delivered']);
      expect(sent).toHaveLength(1);
      expect(sent[0]!.content).toEqual({
        channel: 'email',
        to: ['ada@example.com'],
        subject: 'Hello A&B',
        html: '<p>&lt;b&gt;a &amp; b&lt;/b&gt;</p>',
        text: '<b>a & b</b>',
      });
      const [message] = await scene.messages.find({ transactionId }).lean();
      expect(message).toMatchObject({ channel: 'email', status: 'sent', providerId: 'mailer', body: '' });
      expect(message!._id.toHexString()).toBe(sent[0]!.messageId);
      const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
      expect(job).toMatchObject({
        providerId: 'mailer',
        executionDetails: [{ status: 'Success', detail: 'Message sent' }],
      });
    });

    it('S9: the content of an email is not stored', async () => {
      const { transactionId } = await send(email({ body: 'secret-content', subject: 'secret-content' }));
      const [message] = await scene.messages.find({ transactionId }).lean();
      const [run] = await scene.runs.find({ transactionId }).lean();
      expect(JSON.stringify([message, run])).not.toContain('secret-content');
    });

    it.each([
      ['the subscriber', {}, {}, ['ada@example.com']],
      ['the payload first', { payload: { email: 'p@example.com' } }, {}, ['p@example.com']],
      [
        'overrides add, without repetition',
        { overrides: { email: { to: ['b@example.com', 'ada@example.com'] } } },
        {},
        ['ada@example.com', 'b@example.com'],
      ],
      [
        'overrides replace when they say so',
        { overrides: { email: { to: ['b@example.com'], replaceToRecipient: true } } },
        {},
        ['b@example.com'],
      ],
    ])('E1: the address comes from %s', async (_case, fields, subscriber, expected) => {
      const { sent } = await send(email(), fields, subscriber);
      expect(sent[0]!.content).toMatchObject({ to: expected });
    });

    it('E2: the override of a step beats that of the provider, and that of the channel', async () => {
      const overrides = {
        email: { subject: 'channel', replyTo: 'channel@example.com', senderName: 'channel' },
        providers: { mailer: { subject: 'provider', replyTo: 'provider@example.com' } },
        steps: { 'step-1': { providers: { mailer: { subject: 'step' } } } },
      };
      const { sent } = await send(email(), { overrides });
      expect(sent[0]!.content).toMatchObject({
        subject: 'step',
        replyTo: 'provider@example.com',
        senderName: 'channel',
      });
    });

    const NONE = ['not-an-address', 'a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com'];

    it.each(NONE)('S5: what is no email address (%j) is skipped with the reason', async (address) => {
      const { story, sent, transactionId } = await send(email(), { payload: { text: 'x', email: address } });
      expect({ story, sent }).toEqual({ story: ['skipped: invalid_address'], sent: [] });
      const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
      expect(job.executionDetails).toMatchObject([{ status: 'Warning', raw: 'no email address: payload.email' }]);
      expect(JSON.stringify(job)).not.toContain(address.slice(0, 6));
    });

    it('S5: of several addresses those that are none are left out, and the activity says so', async () => {
      const overrides = { email: { to: ['Bo <bo@example.com>', ...NONE], cc: ['nobody', 'cy@localhost'] } };
      const { story, sent, transactionId } = await send(email(), { payload: { text: 'x' }, overrides });
      expect(story).toEqual(['completed: delivered']);
      expect(sent[0]!.content).toMatchObject({
        to: ['ada@example.com', '"Bo" <bo@example.com>'],
        cc: ['cy@localhost'],
      });
      const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
      expect(job.executionDetails).toMatchObject([
        { status: 'Warning', raw: 'no email address: overrides.email.to, overrides.email.cc' },
        { status: 'Success' },
      ]);
    });

    it('S5: no address is skipped with the reason, and not failed', async () => {
      const to = await scene.subscriber();
      const transactionId = await scene.trigger(await scene.workflow([email(), inApp('x')]), { to });
      expect(await scene.story(transactionId)).toEqual(['skipped: missing_address', 'completed: delivered']);
      expect(await scene.sent(transactionId)).toEqual([]);
      expect((await scene.settled(transactionId))[0]!.status).toBe('completed');
    });

    it.each([
      ['L2: invalid syntax', email({ body: '{{ payload.x | ' }), 'failed: template_error'],
      ['an empty subject', email({ subject: '{{payload.nothing}}' }), 'failed: content_invalid'],
      [
        'BL3: a body of blocks that exceeds a limit',
        email({ editorType: 'block', body: '{"type":"doc","content":[7]}' }),
        'failed: template_error',
      ],
    ])('fails visibly for %s', async (_case, step, expected) => {
      const { story, sent } = await send(step);
      expect(story).toEqual([expected]);
      expect(sent).toEqual([]);
    });

    it('G2, G3: the integration a trigger names is used, and no other instead', async () => {
      const named = await scene.integration('email', { identifier: 'named', providerId: 'other' });
      const { sent } = await send(email(), { overrides: { email: { integrationIdentifier: 'named' } } });
      expect(sent[0]!.integrationId).toEqual(named._id);
      const { story } = await send(email(), { overrides: { email: { integrationIdentifier: 'gone' } } });
      expect(story).toEqual(['failed: no_active_integration']);
    });

    it('a line break in the subject does not become a header', async () => {
      const { sent } = await send(email({ subject: 'a{{payload.x}}b' }), {
        payload: { x: '\r\nBcc: x@example.com\r\n' },
      });
      expect(sent[0]!.content).toMatchObject({ subject: 'a Bcc: x@example.com b' });
    });
  });

  describe('sms', () => {
    beforeAll(() => scene.integration('sms', { providerId: 'texter' }));

    it.each([
      ['the subscriber', {}, '+4915112345678'],
      ['the payload', { payload: { code: 7, phone: '+491' } }, '+491'],
      ['an override', { payload: { code: 7, phone: '+491' }, overrides: { sms: { to: '+492' } } }, '+492'],
    ])('M1: the number comes from %s', async (_case, fields, expected) => {
      const to = await scene.subscriber({ phone: '+4915112345678' });
      const transactionId = await scene.trigger(await scene.workflow([sms()]), { to, payload: { code: 7 }, ...fields });
      await scene.settled(transactionId);
      expect(await scene.sent(transactionId)).toMatchObject([
        { content: { channel: 'sms', to: expected, body: 'Code 7' } },
      ]);
    });

    it('M1: an empty text fails the step', async () => {
      const to = await scene.subscriber({ phone: '+4915112345678' });
      expect(await scene.tell([sms('{{payload.nothing}}')], { to })).toEqual(['failed: content_invalid']);
    });
  });

  describe('push and chat', () => {
    const withChannels = async (open: OpenChannel[]) => {
      const subscriberId = await scene.subscriber();
      const owner = { environmentId: scene.environment.id, subscriberId };
      const channels = open.map((channel) => scene.carillon.app.get(CredentialBox).seal(owner, channel));
      await scene.subscribers.updateOne({ subscriberId }, { $set: { channels } });
      return subscriberId;
    };

    it('U1, G8, D7: sends to every token of every integration, one message per integration', async () => {
      const [first, second] = [await scene.integration('push'), await scene.integration('push')];
      const to = await withChannels([
        { providerId: 'p', integrationId: first._id, credentials: { deviceTokens: ['a', 'b'] } },
        { providerId: 'p', integrationId: second._id, credentials: { deviceTokens: ['c'] } },
      ]);
      const transactionId = await scene.trigger(await scene.workflow([push]), { to });
      expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
      const contents = (await scene.sent(transactionId)).map(({ content }) => content);
      expect(contents.map((content) => (content.channel === 'push' ? content.token : '')).sort()).toEqual([
        'a',
        'b',
        'c',
      ]);
      expect(contents[0]).toMatchObject({ title: 'Title', body: 'Text & more' });
      expect(await scene.messages.countDocuments({ transactionId })).toBe(2);
    });

    it('U2: some tokens failing is a warning, all of them failing a failure', async () => {
      const integration = await scene.integration('push');
      const sender = scene.carillon.app.get(ChannelSender, { strict: false });
      const original = sender.send.bind(sender);
      sender.send = async (message: OutgoingMessage) =>
        message.content.channel === 'push' && message.content.token.startsWith('bad')
          ? { ok: false, kind: 'permanent', error: 'unregistered' }
          : original(message);
      try {
        const story = async (deviceTokens: string[]) => {
          const to = await withChannels([
            { providerId: 'p', integrationId: integration._id, credentials: { deviceTokens } },
          ]);
          return scene.trigger(await scene.workflow([push, inApp('x')]), { to });
        };
        const some = await story(['good', 'bad-1']);
        expect(await scene.story(some)).toEqual(['completed: delivered', 'completed: delivered']);
        const [job] = (await scene.activity(some)).body.data[0].jobs;
        expect(job.executionDetails).toMatchObject([
          { status: 'Success' },
          { status: 'Warning', raw: expect.stringMatching(/^push-.*: unregistered$/) },
        ]);
        const all = await story(['bad-1', 'bad-2']);
        expect(await scene.story(all)).toEqual(['failed: send_failed', 'completed: delivered']);
        expect(await scene.messages.findOne({ transactionId: all, channel: 'push' }).lean()).toMatchObject({
          status: 'error',
          errorId: 'unexpected_push_error',
          errorText: 'unregistered',
        });
      } finally {
        sender.send = original;
      }
    });

    it('U4, K5: without credentials the step is skipped', async () => {
      await scene.integration('chat');
      const to = await scene.subscriber();
      expect(await scene.tell([push, chat], { to })).toEqual(['skipped: missing_address', 'skipped: missing_address']);
    });

    it('K1, K2: sends to every webhook; the payload may name another', async () => {
      const integration = await scene.integration('chat');
      const to = await withChannels([
        {
          providerId: 'slack',
          integrationId: integration._id,
          credentials: { webhookUrl: 'https://chat.example.com/1' },
        },
      ]);
      const name = await scene.workflow([chat]);
      const stored = await scene.trigger(name, { to, payload: { text: 'a & b' } });
      await scene.settled(stored);
      expect(await scene.sent(stored)).toMatchObject([
        {
          content: {
            channel: 'chat',
            target: { kind: 'webhook', url: 'https://chat.example.com/1' },
            body: 'Chat a & b',
          },
        },
      ]);
      const named = await scene.trigger(name, { to, payload: { webhookUrl: 'https://chat.example.com/2' } });
      await scene.settled(named);
      expect(await scene.sent(named)).toMatchObject([{ content: { target: { url: 'https://chat.example.com/2' } } }]);
    });
  });

  it('a sender that throws has not told whether it has sent: it is asked again', async () => {
    const sender = scene.carillon.app.get(ChannelSender, { strict: false });
    const original = sender.send.bind(sender);
    sender.send = () => Promise.reject(new Error('broken provider'));
    try {
      const to = await scene.subscriber({ phone: '+4915112345678' });
      expect(await scene.tell([sms(), inApp('x')], { to })).toEqual(['delayed: send_retrying', 'pending']);
    } finally {
      sender.send = original;
    }
  });
});

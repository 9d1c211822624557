import type { ChatContent, ChatTarget } from '#libs/providers/kit/content.js';
import { ChannelSender } from '../../../src/delivery/sending/channel-sender.js';
import { Integration } from '../../../src/integrations/integration.schema.js';
import { CredentialBox } from '../../../src/subscribers/credentials/credential-box.js';
import type { ChannelCredentials } from '../../../src/subscribers/subscriber.schema.js';
import { aConnection, anEndpoint } from '../../builders/channel.js';
import { EngineScene, inApp } from '../engine-scene.js';
import type { OutgoingMessage } from '../../../src/delivery/engine/step-effects.js';

const chat = { type: 'chat', controlValues: { body: 'Chat {{payload.text}}' } };

describe('chat steps', () => {
  let scene: EngineScene;
  let slack: Integration;
  let workflow: string;
  /** Every message that is handed over, in the order in which that happens. */
  let messages: OutgoingMessage[];
  let really: ChannelSender['send'];
  let answer: ChannelSender['send'];

  beforeAll(async () => {
    scene = await EngineScene.start();
    const sender = scene.carillon.app.get(ChannelSender, { strict: false });
    really = sender.send.bind(sender);
    answer = really;
    messages = [];
    sender.send = (message) => {
      messages.push(message);
      return answer(message);
    };
    workflow = await scene.workflow([chat]);
  });

  beforeEach(async () => {
    await scene.model(Integration).deleteMany({ channel: 'chat' });
    slack = await scene.integration('chat', { providerId: 'slack' });
  });

  afterAll(() => scene.close());

  /** Stores an endpoint of a subscriber; returns its name. */
  async function endpoint(subscriberId: string, fields: object = {}): Promise<string> {
    const request = anEndpoint({ subscriberId, integrationIdentifier: slack.identifier, ...fields });
    const { status, body } = await scene.carillon.api.post('/v1/channel-endpoints', request);
    expect({ status, body: status === 201 ? {} : body }).toEqual({ status: 201, body: {} });
    return body.data.identifier;
  }

  const slackChannel = (channelId: string, more: object = {}) => ({
    type: 'slack_channel' as const,
    endpoint: { channelId },
    ...more,
  });

  async function credentials(subscriberId: string, integration: Integration, given: ChannelCredentials): Promise<void> {
    const owner = { environmentId: scene.environment.id, subscriberId };
    const open = { providerId: integration.providerId, integrationId: integration._id, credentials: given };
    const channels = [scene.carillon.app.get(CredentialBox).seal(owner, open)];
    await scene.subscribers.updateOne({ subscriberId }, { $set: { channels } });
  }

  const handedOver = (transactionId: string): OutgoingMessage[] =>
    messages.filter((one) => one.transactionId === transactionId);

  const sentFor = (transactionId: string): ChatContent[] =>
    handedOver(transactionId).map(({ content }) => content as ChatContent);

  /** Where a trigger's messages went. */
  async function targetsOf(fields: object, name = workflow): Promise<ChatTarget[]> {
    const transactionId = await scene.trigger(name, fields);
    await scene.settled(transactionId);
    return sentFor(transactionId).map(({ target }) => target);
  }

  describe('endpoints', () => {
    it('K1: are reached with the token of their connection', async () => {
      const to = await scene.subscriber();
      const connection = aConnection({ subscriberId: to, integrationIdentifier: slack.identifier });
      expect((await scene.carillon.api.post('/v1/channel-connections', connection)).status).toBe(201);
      await endpoint(to, slackChannel('C1', { connectionIdentifier: connection.identifier }));
      const transactionId = await scene.trigger(workflow, { to, payload: { text: 'a & b' } });
      expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
      expect(sentFor(transactionId)).toEqual([
        {
          channel: 'chat',
          target: { kind: 'channel', id: 'C1', token: 'xoxb-very-secret' },
          body: 'Chat a &amp; b',
        },
      ]);
      const [message] = await scene.messages.find({ transactionId }).lean();
      expect(message).toMatchObject({ channel: 'chat', status: 'sent', providerId: 'slack', integrationId: slack._id });

      await scene.carillon.api.delete(`/v1/channel-connections/${connection.identifier}`);
      expect(await targetsOf({ to })).toEqual([{ kind: 'channel', id: 'C1' }]);
    });

    it("K1: a connection that is another integration's by now lends no token", async () => {
      const to = await scene.subscriber();
      const other = await scene.integration('chat', { providerId: 'slack' });
      const connection = aConnection({ subscriberId: to, integrationIdentifier: slack.identifier });
      await scene.carillon.api.post('/v1/channel-connections', connection);
      await endpoint(to, slackChannel('C1', { connectionIdentifier: connection.identifier }));
      await scene.carillon.api.delete(`/v1/channel-connections/${connection.identifier}`);
      const again = { ...connection, integrationIdentifier: other.identifier };
      expect((await scene.carillon.api.post('/v1/channel-connections', again)).status).toBe(201);
      expect(await targetsOf({ to })).toEqual([{ kind: 'channel', id: 'C1' }]);
    });

    it('G8, D7: each gets a message of its own, as does each webhook', async () => {
      const to = await scene.subscriber();
      await credentials(to, slack, { webhookUrl: 'https://chat.example.com/own', channel: 'general' });
      await endpoint(to, slackChannel('C1'));
      await endpoint(to, { type: 'webhook', endpoint: { url: 'https://chat.example.com/endpoint', channel: 'c' } });
      const transactionId = await scene.trigger(workflow, { to });
      expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
      expect(sentFor(transactionId).map(({ target }) => target)).toEqual([
        { kind: 'webhook', url: 'https://chat.example.com/own', channel: 'general' },
        { kind: 'channel', id: 'C1' },
        { kind: 'webhook', url: 'https://chat.example.com/endpoint', channel: 'c' },
      ]);
      expect(await scene.messages.countDocuments({ transactionId })).toBe(3);
    });

    it('are those of the recipient alone', async () => {
      const people = await Promise.all([1, 2, 3].map(() => scene.subscriber()));
      await endpoint(people[0]!, slackChannel('C-first'));
      await endpoint(people[1]!, slackChannel('C-second'));
      const transactionId = await scene.trigger(workflow, { to: people });
      await scene.settled(transactionId, 3);
      const sentOnes = handedOver(transactionId);
      expect(sentOnes).toHaveLength(2);
      for (const [index, id] of ['C-first', 'C-second'].entries()) {
        const subscriber = await scene.subscribers.findOne({ subscriberId: people[index] }).lean();
        const message = await scene.messages.findOne({ transactionId, subscriberId: subscriber!._id }).lean();
        const sent = sentOnes.find((one) => one.id === message?._id.toHexString());
        expect(sent?.content).toMatchObject({ target: { kind: 'channel', id } });
      }
    });

    it.each([
      ['none', {}, ['C-none']],
      ['one', { context: { tenant: 'acme' } }, ['C-acme']],
      ['two', { context: { tenant: 'acme', app: 'shop' } }, ['C-both']],
      ['another', { context: { tenant: 'other' } }, []],
    ])('C6, K1: in contexts (%s) are those of exactly these', async (_what, fields, expected) => {
      const to = await scene.subscriber();
      await endpoint(to, slackChannel('C-none'));
      await endpoint(to, slackChannel('C-acme', { context: { tenant: 'acme' } }));
      await endpoint(to, slackChannel('C-both', { context: { app: 'shop', tenant: { id: 'acme' } } }));
      const targets = await targetsOf({ to, ...fields });
      expect(targets).toEqual(expected.map((id) => ({ kind: 'channel', id })));
    });

    it('K1: the conditions of their integration decide', async () => {
      const nameIs = (value: string): Integration['conditions'] => [
        {
          isNegated: false,
          type: 'GROUP',
          value: 'AND',
          children: [{ on: 'subscriber', field: 'firstName', value, operator: 'EQUAL' }],
        },
      ];
      const to = await scene.subscriber({ firstName: 'Ada' });
      for (const name of ['Ada', 'Bob']) {
        const integration = await scene.integration('chat', { providerId: 'slack', conditions: nameIs(name) });
        await endpoint(to, slackChannel(`C-${name}`, { integrationIdentifier: integration.identifier }));
      }
      expect(await targetsOf({ to })).toEqual([{ kind: 'channel', id: 'C-Ada' }]);
    });

    it('G1: those of an inactive integration are left alone', async () => {
      const to = await scene.subscriber();
      await endpoint(to, slackChannel('C1'));
      await scene.integration('chat', { providerId: 'discord' });
      await scene.model(Integration).updateOne({ _id: slack._id }, { active: false });
      scene.clock.forward(1000);
      expect(await scene.tell([chat], { to })).toEqual(['skipped: missing_address']);
    });

    it('K4: one that fails does not keep the others from being sent; all of them fail the step', async () => {
      answer = (message) => {
        const { target } = message.content as ChatContent;
        return target.kind === 'channel' && target.id.startsWith('gone')
          ? Promise.resolve({ ok: false, kind: 'permanent', error: 'channel_not_found' })
          : really(message);
      };
      try {
        const [some, none] = [await scene.subscriber(), await scene.subscriber()];
        for (const id of ['gone-1', 'C1', 'gone-2']) await endpoint(some, slackChannel(id));
        for (const id of ['gone-1', 'gone-2']) await endpoint(none, slackChannel(id));
        const steps = await scene.workflow([chat, inApp('x')]);
        const delivered = await scene.trigger(steps, { to: some });
        expect(await scene.story(delivered)).toEqual(['completed: delivered', 'completed: delivered']);
        const messages = await scene.messages.find({ transactionId: delivered, channel: 'chat' }).lean();
        expect(messages.filter(({ status }) => status === 'sent')).toHaveLength(1);
        expect(messages.filter(({ status }) => status === 'error')).toHaveLength(2);
        const failed = await scene.trigger(steps, { to: none });
        expect(await scene.story(failed)).toEqual(['failed: send_failed', 'completed: delivered']);
        expect(await scene.messages.findOne({ transactionId: failed, channel: 'chat' }).lean()).toMatchObject({
          status: 'error',
          errorId: 'unexpected_chat_error',
          errorText: 'channel_not_found',
        });
      } finally {
        answer = really;
      }
    });

    it('D7: those a cut off attempt has sent to are not sent to again', async () => {
      const to = await scene.subscriber();
      for (const id of ['C1', 'C2']) await endpoint(to, slackChannel(id));
      const transactionId = await scene.trigger(workflow, { to });
      await scene.settled(transactionId);
      const kept = await scene.messages.findOne({ transactionId }).lean();
      // As it is when a worker has died after it had stored one message, and before it could say how far the run is.
      await scene.messages.deleteOne({ transactionId, _id: { $ne: kept!._id } });
      await scene.runs.updateOne(
        { transactionId },
        { $set: { status: 'running', stepIndex: 0, wakeAt: scene.clock.now(), 'steps.0.status': 'pending' } },
      );
      messages = [];
      await scene.later(1000);
      expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
      const again = handedOver(transactionId).map(({ id }) => id);
      expect(again).toHaveLength(1);
      expect(again).not.toContain(kept!._id.toHexString());
      expect(await scene.messages.countDocuments({ transactionId })).toBe(2);
    });

    it('L8: a simulation shows where, but not the token', async () => {
      const to = await scene.subscriber();
      const connection = aConnection({ subscriberId: to, integrationIdentifier: slack.identifier });
      await scene.carillon.api.post('/v1/channel-connections', connection);
      await endpoint(to, slackChannel('C1', { connectionIdentifier: connection.identifier }));
      const { status, body } = await scene.carillon.api.post('/v1/events/simulate', { name: workflow, to });
      expect(status).toBe(200);
      expect(body.data.recipients[0].steps[0]).toMatchObject({
        status: 'completed',
        content: [{ channel: 'chat', target: { kind: 'channel', id: 'C1', token: '***' } }],
      });
      expect(JSON.stringify(body)).not.toContain('xoxb');
    });
  });

  it('K2: the address is that of the override, else of the payload, else the stored one; each place gets one message', async () => {
    const to = await scene.subscriber();
    await credentials(to, slack, { webhookUrl: 'https://chat.example.com/stored' });
    await endpoint(to, { type: 'webhook', endpoint: { url: 'https://chat.example.com/endpoint' } });
    const to2 = (url: string) => [{ kind: 'webhook', url }];
    const payload = { webhookUrl: 'https://chat.example.com/payload' };
    const overrides = { providers: { slack: { webhookUrl: 'https://chat.example.com/override' } } };
    expect(await targetsOf({ to })).toEqual([
      ...to2('https://chat.example.com/stored'),
      ...to2('https://chat.example.com/endpoint'),
    ]);
    expect(await targetsOf({ to, payload })).toEqual(to2('https://chat.example.com/payload'));
    expect(await targetsOf({ to, payload, overrides })).toEqual(to2('https://chat.example.com/override'));
  });

  describe.each(['whatsapp-business', 'sendblue'])('%s, which knows people by their telephones', (providerId) => {
    let byPhone: Integration;

    beforeEach(async () => {
      await scene.model(Integration).deleteMany({ channel: 'chat' });
      byPhone = await scene.integration('chat', { providerId });
    });

    it('K3: goes to the telephone of the subscriber, and to those of endpoints, each once', async () => {
      const to = await scene.subscriber({ phone: '+4915112345678' });
      const integrationIdentifier = byPhone.identifier;
      await credentials(to, byPhone, { webhookUrl: 'https://chat.example.com/ignored' });
      for (const phoneNumber of ['+4915112345678', '+4915187654321']) {
        await endpoint(to, { type: 'phone', endpoint: { phoneNumber }, integrationIdentifier });
      }
      expect(await targetsOf({ to })).toEqual([
        { kind: 'phone', number: '+4915112345678' },
        { kind: 'phone', number: '+4915187654321' },
      ]);
      const plain = await scene.subscriber({ phone: '+4915100000000' });
      expect(await targetsOf({ to: plain })).toEqual([{ kind: 'phone', number: '+4915100000000' }]);
    });

    it.each([
      ['of this kind alone, a telephone', [], 'no_subscriber_chat_phone_number'],
      ['of another kind, too, any address', ['slack'], 'no_subscriber_chat_channel_id'],
    ])('K5, S3: with integrations %s is missing', async (_what, others, errorId) => {
      for (const other of others) await scene.integration('chat', { providerId: other });
      const transactionId = await scene.trigger(await scene.workflow([chat, inApp('x')]), {
        to: await scene.subscriber(),
      });
      expect(await scene.story(transactionId)).toEqual(['skipped: missing_address', 'completed: delivered']);
      const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
      expect(job.executionDetails).toMatchObject([{ status: 'Warning', raw: errorId }]);
      expect(sentFor(transactionId)).toEqual([]);
    });
  });
});

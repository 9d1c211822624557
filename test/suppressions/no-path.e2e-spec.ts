import fc from 'fast-check';
import { comparable, type SuppressibleChannel } from '../../src/suppressions/suppression-rules.js';
import { delay, digest, EngineScene, HOUR } from '../delivery/engine-scene.js';
import { MessageServer, type PostedRequest } from '../delivery/sending/message-server.js';

/** Workflows, triggers and failures in one test: each takes a few steps of the clock. */
const RUNS = 25;

const STEPS = {
  email: [{ type: 'email', controlValues: { subject: 's', body: 'b' } }],
  sms: [{ type: 'sms', controlValues: { body: 'b' } }],
  push: [{ type: 'push', controlValues: { subject: 's', body: 'b' } }],
  chat: [{ type: 'chat', controlValues: { body: 'b' } }],
  delayed: [delay(1, 'hours'), { type: 'email', controlValues: { subject: 's', body: 'b' } }],
  digested: [digest(1, 'hours'), { type: 'sms', controlValues: { body: 'b' } }],
};

/** Indexes of addresses in the pool of a run. */
const someone = fc.nat(5);
const some = fc.array(someone, { maxLength: 3 });

const plans = fc.record({
  steps: fc.array(fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])), { minLength: 1, maxLength: 3 }),
  critical: fc.boolean(),
  reached: fc.constantFrom('directly', 'by topic', 'by topic and directly'),
  recipients: fc.uniqueArray(someone, { minLength: 1, maxLength: 3 }),
  to: some,
  cc: some,
  bcc: some,
  replaces: fc.boolean(),
  payloadTo: fc.option(someone, { nil: undefined }),
  smsTo: fc.option(someone, { nil: undefined }),
  addedTo: fc.option(someone, { nil: undefined }),
  /** What servers respond at first; later they accept. */
  status: fc.constantFrom(200, 200, 400, 401, 503),
  failsFirstOnly: fc.boolean(),
  suppressed: fc.record({ email: some, sms: some, push: some, chat: some }),
  when: fc.constantFrom('before', 'while it waits', 'before it is sent again'),
});

type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

describe('CS22: no path sends to a suppressed address', () => {
  let scene: EngineScene;
  let server: MessageServer;
  let run = 0;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1,::1' } });
    server = await MessageServer.start();
    const { api } = scene.carillon;
    for (const channel of ['email', 'sms'] as const) {
      for (const order of ['first', 'second']) {
        const account = server.integration(channel, `${channel}-${order}`);
        const { status, body } = await api.post('/v1/integrations', account);
        expect(status).toBe(201);
        if (order === 'first') {
          expect((await api.post(`/v1/integrations/${body.data._id}/set-primary`, {})).status).toBe(200);
        }
      }
    }
    for (const channel of ['chat', 'push'] as const) {
      expect((await api.post('/v1/integrations', server.integration(channel, channel))).status).toBe(201);
    }
  });

  afterAll(async () => {
    await scene.close();
    await server.close();
  });

  it('of any workflow, trigger and failure', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const pool = new Pool(++run, server.address);
        expect(await violations(plan, pool)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  /** Requests for suppressed addresses, after these were suppressed. */
  async function violations(plan: Plan, pool: Pool): Promise<string[]> {
    const { api } = scene.carillon;
    const name = await scene.workflow(
      plan.steps.flatMap((kind) => STEPS[kind]),
      plan.critical ? { preferences: { user: { all: { enabled: true, readOnly: true }, channels: {} } } } : {},
    );
    const people = await Promise.all(plan.recipients.map((index) => pool.person(scene, index)));
    const topic = { type: 'Topic', topicKey: await scene.topic(people) };
    const to = { directly: people, 'by topic': topic, 'by topic and directly': [topic, ...people] }[plan.reached];
    let failed = 0;
    server.status = () => (plan.status === 200 || (plan.failsFirstOnly && failed++ > 0) ? 200 : plan.status);
    const from = { requests: server.requests.length, isSuppressed: false };
    const suppress = async () => {
      for (const channel of ['email', 'sms', 'push', 'chat'] as const) {
        for (const index of plan.suppressed[channel]) {
          const address = pool.spelled(channel, index);
          const { status } = await api.post('/v1/suppressions', { channel, address, reason: 'bounce' });
          expect([200, 201]).toContain(status);
        }
      }
      Object.assign(from, { requests: server.requests.length, isSuppressed: true });
    };
    if (plan.when === 'before') await suppress();
    const transactionId = await scene.trigger(name, { to, ...triggerOf(plan, pool) });
    await scene.settled(transactionId, people.length);
    if (plan.when === 'while it waits') await suppress();
    await scene.later(HOUR);
    await scene.settled(transactionId, people.length);
    server.status = () => 200;
    await scene.later(HOUR);
    if (!from.isSuppressed) await suppress();
    await api.post('/v1/dead-letters/replay', { transactionId });
    await scene.later(HOUR);
    await scene.settled(transactionId, people.length);
    const forbidden = new Set(
      (['email', 'sms', 'push', 'chat'] as const).flatMap((channel) =>
        plan.suppressed[channel].map((index) => comparable(channel, pool.plain(channel, index))),
      ),
    );
    return server.requests
      .slice(from.requests)
      .flatMap((request) => addressesIn(request, server.address).filter((address) => forbidden.has(address)));
  }
});

function triggerOf(plan: Plan, pool: Pool): object {
  const mails = (indexes: readonly number[]) => indexes.map((index) => pool.spelled('email', index));
  const { payloadTo, smsTo, addedTo } = plan;
  return {
    payload:
      payloadTo === undefined ? {} : { email: pool.plain('email', payloadTo), phone: pool.plain('sms', payloadTo) },
    overrides: {
      email: {
        to: mails(plan.to),
        cc: mails(plan.cc),
        bcc: mails(plan.bcc),
        ...(plan.replaces && { replaceToRecipient: true }),
        ...(addedTo !== undefined && { _passthrough: { body: { copies: [pool.spelled('email', addedTo)] } } }),
      },
      ...(smsTo !== undefined && { sms: { to: pool.spelled('sms', smsTo) } }),
    },
  };
}

/** The addresses of one run, of which no other run knows. */
class Pool {
  constructor(
    private readonly run: number,
    private readonly server: string,
  ) {}

  plain(channel: SuppressibleChannel, index: number): string {
    const id = `${this.run}x${index}`;
    const number = `+4930${String(this.run * 10 + index).padStart(7, '0')}`;
    return { email: `person-${id}@example.com`, sms: number, push: `token-${id}`, chat: `${this.server}/chat-${id}` }[
      channel
    ];
  }

  /** The same address as another might write it. */
  spelled(channel: SuppressibleChannel, index: number): string {
    const plain = this.plain(channel, index);
    if (channel === 'email') return index % 2 ? plain.toUpperCase() : `"Person ${index}" <${plain}>`;
    return channel === 'sms' ? plain.replace('+4930', '+49 (0)30 ') : plain;
  }

  async person(scene: EngineScene, index: number): Promise<string> {
    const contacts = { email: this.plain('email', index), phone: this.plain('sms', index) };
    const subscriberId = await scene.subscriber(contacts);
    const register = async (providerId: string, credentials: object) => {
      const { api } = scene.carillon;
      const { status } = await api.put(`/v1/subscribers/${subscriberId}/credentials`, { providerId, credentials });
      expect(status).toBe(200);
    };
    await register('push-webhook', {
      deviceTokens: [this.plain('push', index), `${this.plain('push', index)}-second`],
    });
    await register('chat-webhook', { webhookUrl: this.plain('chat', index) });
    return subscriberId;
  }
}

/** All addresses that a request goes to, in the form in which they are compared. */
function addressesIn({ path, body }: PostedRequest, server: string): string[] {
  const mails = body.match(/person-\d+x\d+@example\.com/gi) ?? [];
  const phones = body.match(/\+49 ?(?:\(0\))?30 ?\d{7}/g) ?? [];
  const tokens = body.match(/token-\d+x\d+(?=")/g) ?? [];
  const chats = path.startsWith('/chat-') ? [`${server}${path}`] : [];
  return [
    ...mails.map((one) => comparable('email', one)),
    ...phones.map((one) => comparable('sms', one)),
    ...tokens,
    ...chats,
  ];
}

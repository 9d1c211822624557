/** @runs-on redis */
import { DeadLetterWaker } from '../../../src/delivery/runs/replay/dead-letter-waker.js';
import { RunsService } from '../../../src/notifications/activity/runs.service.js';
import { EngineScene, inApp } from '../engine-scene.js';
import { attachmentFiles } from '../../erasure/traces/attachment-files.js';
import { eventually } from '../../eventually.js';
import { MessageServer } from './message-server.js';

const EMAIL = { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } };

describe('S1: dead letters that are sent once more', () => {
  let scene: EngineScene;
  let mail: MessageServer;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    // What is given up in a test is so at one instant.
    scene.clock.stop();
    mail = await MessageServer.start();
    await scene.carillon.api.post('/v1/integrations', mail.integration('email', 'Mail'));
  });

  afterAll(async () => {
    await scene.close();
    await mail.close();
  });

  beforeEach(() => {
    mail.status = () => 400;
    mail.posted.length = 0;
  });

  const people = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ subscriberId: `s-${index}`, email: `s-${index}@example.com` }));

  /** Sends again, at an instant after those at which the messages were given up. */
  const replay = async (filter: object) => {
    scene.clock.forward(1);
    return (await scene.carillon.api.post('/v1/dead-letters/replay', filter)).body.data;
  };

  const dead = async (filter: object) => {
    const query = new URLSearchParams({ ...filter });
    return (await scene.carillon.api.get(`/v1/dead-letters?${query}`)).body.totalCount;
  };

  /** How often each message was handed over, by the number of hand-overs. */
  function timesPosted(): Record<number, number> {
    const times = new Map<string, number>();
    for (const { id } of mail.posted) times.set(id, (times.get(id) ?? 0) + 1);
    const messages: Record<number, number> = {};
    for (const count of times.values()) messages[count] = (messages[count] ?? 0) + 1;
    return messages;
  }

  /** Has something happen before and after the next time runs are woken, or each time. */
  function aroundReopening({ before, after }: { before?: () => Promise<unknown>; after?: () => Promise<unknown> }) {
    const waker = scene.carillon.app.get(DeadLetterWaker);
    const reopen = waker.reopen.bind(waker);
    const restore = () => Object.assign(waker, { reopen });
    Object.assign(waker, {
      reopen: async (...given: Parameters<typeof reopen>) => {
        if (before) restore();
        await before?.();
        const woken = await reopen(...given);
        await after?.();
        return woken;
      },
    });
    return restore;
  }

  it.each([
    ['push', { subject: 'Hi', body: 'Hi' }],
    ['sms', { body: 'Hi' }],
  ] as const)(
    'G9: a %s message without an integration can be sent again once there is one',
    async (type, controlValues) => {
      const to = await scene.subscriber({ phone: '+15005550009' });
      const transactionId = await scene.trigger(await scene.workflow([{ type, controlValues }]), { to });
      expect(await scene.story(transactionId)).toEqual(['failed: no_active_integration']);
      const { body } = await scene.carillon.api.get(`/v1/dead-letters?transactionId=${transactionId}`);
      expect(body.data).toMatchObject([{ channel: type, errorId: 'no_active_integration' }]);
      mail.status = () => 200;
      const integration = await scene.carillon.api.post('/v1/integrations', mail.integration(type, `New ${type}`));
      const credentials = { deviceTokens: ['device-1'] };
      await scene.carillon.api.put(`/v1/subscribers/${to}/credentials`, { providerId: 'push-webhook', credentials });
      scene.clock.forward(1000);
      expect(await replay({ transactionId })).toMatchObject({ replayed: 1 });
      await scene.wake();
      await eventually(async () => expect(await scene.story(transactionId)).toEqual(['completed: delivered']));
      const left = await scene.carillon.api.get(`/v1/dead-letters?transactionId=${transactionId}`);
      expect(left.body.data).toEqual([]);
      await scene.carillon.api.delete(`/v1/integrations/${integration.body.data._id}`);
    },
  );

  it('what the provider said stays after it has refused the message again, and after it has no integration', async () => {
    const workflowId = await scene.workflow([EMAIL]);
    const transactionId = await scene.trigger(workflowId, { to: people(1) });
    await scene.settled(transactionId);
    const again = async () => {
      await replay({ workflowId });
      await scene.wake();
      await eventually(async () => expect(await dead({ workflowId })).toBe(1));
      return (await scene.carillon.api.get(`/v1/dead-letters?workflowId=${workflowId}`)).body.data[0];
    };
    const words = expect.stringMatching(/^status 400/);
    const attempt = { outcome: 'permanent', error: words };
    expect(await again()).toMatchObject({ replays: 1, error: words, attempts: [attempt, attempt] });
    const found = (await scene.carillon.api.get('/v1/integrations')).body;
    const { _id } = found.find(({ name }: { name: string }) => name === 'Mail');
    await scene.carillon.api.put(`/v1/integrations/${_id}`, { active: false });
    scene.clock.forward(2000);
    try {
      expect(await again()).toMatchObject({ replays: 2, attempts: [attempt, attempt] });
      const [{ jobs }] = (await scene.activity(transactionId)).body.data;
      const said = jobs[0].executionDetails.map(({ raw }: { raw: string }) => raw);
      expect(said.filter((raw: string) => raw?.includes('status 400'))).toHaveLength(2);
    } finally {
      await scene.carillon.api.put(`/v1/integrations/${_id}`, { active: true, primary: true });
      scene.clock.forward(2000);
    }
  });

  it('all of several pages are sent once, and those that fail again meanwhile are on the list afterwards', async () => {
    const workflowId = await scene.workflow([EMAIL, EMAIL, EMAIL]);
    for (let part = 0; part < 2; part += 1) {
      const transaction = await scene.trigger(workflowId, { to: people(100) });
      await scene.settled(transaction, 100);
    }
    expect(await dead({ workflowId })).toBe(600);
    const failAgain = async () => {
      await scene.wake();
      // The application may have woken some of them itself, and still be sending.
      await eventually(async () =>
        expect(await scene.runs.exists({ status: { $in: ['waiting', 'running'] } })).toBeNull(),
      );
    };
    const restore = aroundReopening({ after: failAgain });
    try {
      expect(await replay({ workflowId })).toEqual({ replayed: 600, refused: 0 });
    } finally {
      restore();
    }
    await scene.wake();
    expect(timesPosted()).toEqual({ 2: 600 });
    expect(await dead({ workflowId })).toBe(600);
    // Messages of one run lie on different pages: they go together, and none is refused.
    mail.status = () => 200;
    expect(await replay({ workflowId })).toEqual({ replayed: 600, refused: 0 });
    await scene.wake();
    expect(timesPosted()).toEqual({ 3: 600 });
    expect(await dead({ workflowId })).toBe(0);
  });

  it('E12: keep their files until they are sent', async () => {
    const workflowId = await scene.workflow([EMAIL]);
    const files = async (transactionId: string): Promise<number> => {
      const event = await scene.carillon.connection.collection('events').findOne({ transactionId });
      const all = [...(await attachmentFiles(scene.carillon))];
      return all.filter(([path, content]) => path.includes(String(event!._id)) && content === 'attached').length;
    };
    const attachments = [{ file: Buffer.from('attached').toString('base64'), name: 'C:\\tmp\\a.txt' }];
    const transaction = await scene.trigger(workflowId, { to: people(2), payload: { attachments } });
    await scene.settled(transaction, 2);
    expect(await files(transaction)).toBe(1);
    expect(await replay({ workflowId })).toEqual({ replayed: 2, refused: 0 });
    await scene.wake();
    await scene.settled(transaction, 2);
    expect(await files(transaction)).toBe(1);
    mail.status = () => 200;
    expect(await replay({ workflowId })).toEqual({ replayed: 2, refused: 0 });
    await scene.wake();
    await eventually(async () => expect(await dead({ workflowId })).toBe(0));
    await eventually(async () => expect(await files(transaction)).toBe(0));
    expect(JSON.stringify(mail.posted.at(-1))).toContain('a.txt');
  });

  it('somebody who is overtaken by another replay sends nothing a second time', async () => {
    const workflowId = await scene.workflow([EMAIL, inApp('x')]);
    const transaction = await scene.trigger(workflowId, { to: people(3) });
    await scene.settled(transaction, 3);
    const overtake = async () => {
      expect(await replay({ workflowId })).toEqual({ replayed: 3, refused: 0 });
      await scene.wake();
      await scene.settled(transaction, 3);
    };
    const restore = aroundReopening({ before: overtake });
    try {
      expect(await replay({ workflowId })).toEqual({ replayed: 0, refused: 3 });
    } finally {
      restore();
    }
    await scene.wake();
    expect(timesPosted()).toEqual({ 2: 3 });
    expect(await dead({ workflowId })).toBe(3);
  });

  it('what another replay has sent between two looks is not sent a second time', async () => {
    // One message of two arrives, so that the runs end as they had ended before.
    const workflowId = await scene.workflow([EMAIL, EMAIL]);
    const transaction = await scene.trigger(workflowId, { to: people(1) });
    await scene.settled(transaction);
    const { body } = await scene.carillon.api.get(`/v1/dead-letters?workflowId=${workflowId}`);
    const first = body.data[0].id;
    mail.status = ({ id }) => (id === first ? 200 : 400);
    const runs = scene.carillon.app.get(RunsService);
    const findMany = runs.findMany.bind(runs);
    Object.assign(runs, {
      findMany: async (...given: Parameters<typeof findMany>) => {
        Object.assign(runs, { findMany });
        await scene.carillon.api.post(`/v1/dead-letters/${first}/replay`, {});
        await scene.wake();
        await scene.settled(transaction);
        return findMany(...given);
      },
    });
    expect(await replay({ workflowId })).toEqual({ replayed: 1, refused: 0 });
    await scene.wake();
    await scene.settled(transaction);
    expect(mail.posted.filter(({ id }) => id === first)).toHaveLength(2);
    expect(await dead({ workflowId })).toBe(1);
  });

  it('whoever asks for one message leaves the others of its run on the list', async () => {
    const workflowId = await scene.workflow([EMAIL, EMAIL]);
    const transaction = await scene.trigger(workflowId, { to: people(1) });
    await scene.settled(transaction);
    const { body } = await scene.carillon.api.get(`/v1/dead-letters?workflowId=${workflowId}`);
    const [first, second] = body.data;
    const overtake = () => scene.carillon.api.post(`/v1/dead-letters/${first.id}/replay`, {});
    const restore = aroundReopening({ before: overtake });
    try {
      expect((await scene.carillon.api.post(`/v1/dead-letters/${second.id}/replay`, {})).status).toBe(409);
    } finally {
      restore();
    }
    await scene.wake();
    await scene.settled(transaction);
    expect(mail.posted.filter(({ id }) => id === first.id)).toHaveLength(2);
    expect(await dead({ workflowId })).toBe(2);
  });

  it('what was woken by somebody who died right after is not sent a second time', async () => {
    const workflowId = await scene.workflow([EMAIL]);
    const transaction = await scene.trigger(workflowId, { to: people(3) });
    await scene.settled(transaction, 3);
    // Before the replay: the application may send what was woken before the test has its answer.
    mail.status = () => 200;
    const restore = aroundReopening({ after: () => Promise.reject(new Error('The process dies here')) });
    try {
      expect((await scene.carillon.api.post('/v1/dead-letters/replay', { workflowId })).status).toBe(500);
    } finally {
      restore();
    }
    await scene.wake();
    await scene.settled(transaction, 3);
    expect(await replay({ workflowId })).toEqual({ replayed: 0, refused: 0 });
    await scene.wake();
    expect(timesPosted()).toEqual({ 2: 3 });
  });
});

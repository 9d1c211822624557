/** @runs-on redis */
import { randomBytes } from 'node:crypto';
import { eventually } from '../eventually.js';
import { WebhookScene } from './webhook-scene.js';

describe('several workers', () => {
  let first: WebhookScene;
  let second: WebhookScene;

  beforeAll(async () => {
    const namespace = `t${randomBytes(5).toString('hex')}`;
    const settings = { BOOTSTRAP_API_KEY: randomBytes(16).toString('hex') };
    first = await WebhookScene.start(settings, namespace);
    second = await WebhookScene.start(settings, namespace);
  });

  afterAll(async () => {
    await second.close();
    await first.close();
  });

  it('send each event once, however many look for what is due', async () => {
    const webhook = await first.webhook();
    await first.happen(300);
    await eventually(async () => expect((await first.deliveries.distinct('status')).join()).toBe('delivered'));
    const received = await first.received(webhook, 300);
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(300);
    expect(new Set(ids).size).toBe(300);
    const attempts = await first.deliveries.distinct('attempts.statusCode');
    expect(attempts).toEqual([200]);
  });

  it('know of a webhook that another process has made after three seconds', async () => {
    await second.happen();
    const webhook = await first.webhook();
    second.clock.forward(3001);
    const [id] = await second.happen();
    const [event] = await first.sent(webhook);
    expect(event!.data['integrationId']).toBe(id!.toHexString());
  });
});

import { randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import { WebhookEvents } from '../../src/outbound-webhooks/recording/webhook-events.service.js';
import { MovableClock } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { type ReceivedEvent, WebhookReceiver } from './webhook-receiver.js';

/** A webhook with an address of its own at the receiver. */
export interface TestWebhook {
  id: string;
  /** Its path in the API. */
  url: string;
  /** Its path at the receiver. */
  path: string;
}

/** An event as its body says it. */
export interface SentEvent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** An application with a movable clock, and a server that its webhooks call. */
export class WebhookScene {
  private constructor(
    readonly carillon: TestApp,
    readonly clock: MovableClock,
    readonly receiver: WebhookReceiver,
    readonly environmentId: Types.ObjectId,
  ) {}

  static async start(settings: Record<string, string> = {}, namespace?: string): Promise<WebhookScene> {
    const clock = new MovableClock();
    const receiver = await WebhookReceiver.start();
    const carillon = await startTestApp({
      clock,
      settings: { HTTP_PRIVATE_TARGETS: '127.0.0.1', ...settings },
      ...(namespace !== undefined && { namespace }),
    });
    const { body } = await carillon.api.get('/v1/environments/me');
    return new WebhookScene(carillon, clock, receiver, new Types.ObjectId(String(body.data._id)));
  }

  get api() {
    return this.carillon.api;
  }

  get deliveries() {
    return this.carillon.connection.collection('webhookdeliveries');
  }

  async close(): Promise<void> {
    await this.carillon.close();
    await this.receiver.close();
  }

  async webhook(fields: object = {}): Promise<TestWebhook> {
    const path = `/${randomBytes(6).toString('hex')}`;
    const { status, body } = await this.api.post('/v1/webhooks', { url: this.receiver.url(path), ...fields });
    expect({ status, body: status === 201 ? {} : body }).toEqual({ status: 201, body: {} });
    return { id: body.data._id, url: `/v1/webhooks/${body.data._id}`, path };
  }

  /** Records events that nothing else makes; returns the ids of what they are about. */
  async happen(count = 1): Promise<Types.ObjectId[]> {
    const ids = Array.from({ length: count }, () => new Types.ObjectId());
    await this.carillon.app.get(WebhookEvents).record(
      { id: this.environmentId },
      ids.map((id) => ({
        type: 'push_token.removed',
        origin: { id },
        at: this.clock.now(),
        data: { subscriberId: 'ada', integrationId: id.toHexString(), providerId: 'fcm' },
      })),
    );
    return ids;
  }

  /** What a webhook has received, once it is so much. */
  received({ path }: TestWebhook, count = 1): Promise<ReceivedEvent[]> {
    return eventually(async () => {
      const events = this.receiver.at(path);
      expect(events.length).toBeGreaterThanOrEqual(count);
      return events;
    });
  }

  /** The bodies of the same. */
  async sent(webhook: TestWebhook, count = 1): Promise<SentEvent[]> {
    return (await this.received(webhook, count)).map(({ body }) => JSON.parse(body) as SentEvent);
  }

  async list({ url }: TestWebhook, query = '') {
    return (await this.api.get(`${url}/deliveries?orderDirection=ASC${query}`)).body.data;
  }

  /** The only delivery of a webhook, once so many attempts are noted. */
  delivery(webhook: TestWebhook, attempts: number) {
    return eventually(async () => {
      const [delivery, ...others] = await this.list(webhook);
      expect(others).toEqual([]);
      expect(delivery.attempts).toHaveLength(attempts);
      return delivery;
    });
  }
}

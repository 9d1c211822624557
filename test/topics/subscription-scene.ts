import { aSubscriber } from '../builders/subscriber.js';
import type { ApiResponse } from '../api-client.js';
import type { TestApp } from '../test-app.js';

/** Topics, people and subscriptions, made over the API of a test application. */
export class SubscriptionScene {
  constructor(readonly test: TestApp) {}

  /** Creates people and returns their ids. */
  async people(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => aSubscriber().subscriberId);
    await Promise.all(ids.map((subscriberId) => this.test.api.post('/v2/subscribers', { subscriberId })));
    return ids;
  }

  async person(fields: object = {}): Promise<string> {
    return (await this.test.api.subscriber(fields)).subscriberId;
  }

  /** Creates a topic and returns its key. */
  async topic(): Promise<string> {
    return (await this.test.api.topic()).key;
  }

  subscribe(topicKey: string, subscriptions: unknown[], more: object = {}): Promise<ApiResponse> {
    return this.test.api.post(this.path(topicKey), { subscriptions, ...more });
  }

  unsubscribe(topicKey: string, subscriptions: unknown[]): Promise<ApiResponse> {
    return this.test.api.request({ method: 'DELETE', url: this.path(topicKey), payload: { subscriptions } });
  }

  list(topicKey: string, query = ''): Promise<ApiResponse> {
    return this.test.api.get(`${this.path(topicKey)}?${query}`);
  }

  get(topicKey: string, identifier: string): Promise<ApiResponse> {
    return this.test.api.get(this.path(topicKey, identifier));
  }

  update(topicKey: string, identifier: string, changes: object): Promise<ApiResponse> {
    return this.test.api.patch(this.path(topicKey, identifier), changes);
  }

  path(topicKey: string, identifier?: string): string {
    const subscriptions = `/v2/topics/${encodeURIComponent(topicKey)}/subscriptions`;
    return identifier === undefined ? subscriptions : `${subscriptions}/${encodeURIComponent(identifier)}`;
  }
}

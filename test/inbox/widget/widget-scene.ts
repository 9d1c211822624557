import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Environment } from '../../../src/auth/environment.schema.js';
import type { ApiResponse } from '../../api-client.js';
import { ApiClient } from '../../api-client.js';
import { aSubscriber } from '../../builders/subscriber.js';
import { aTopic } from '../../builders/topic.js';
import type { TestApp } from '../../test-app.js';

/** Calls the routes of inbox widgets with the token of a session. */
export class SessionClient {
  constructor(
    private readonly anonymous: ApiClient,
    readonly token: string,
  ) {}

  request(request: Parameters<ApiClient['request']>[0]): Promise<ApiResponse> {
    return this.anonymous.request({
      ...request,
      headers: { authorization: `Bearer ${this.token}`, ...request.headers },
    });
  }

  get(path: string): Promise<ApiResponse> {
    return this.request({ method: 'GET', url: `/v1/inbox/${path}` });
  }

  post(path: string, payload?: object): Promise<ApiResponse> {
    return this.request({ method: 'POST', url: `/v1/inbox/${path}`, payload });
  }

  patch(path: string, payload?: object): Promise<ApiResponse> {
    return this.request({ method: 'PATCH', url: `/v1/inbox/${path}`, payload });
  }

  delete(path: string): Promise<ApiResponse> {
    return this.request({ method: 'DELETE', url: `/v1/inbox/${path}` });
  }
}

/** Sessions of subscribers of a test application. */
export class WidgetScene {
  private constructor(
    readonly test: TestApp,
    /** The Development environment, whose key `test.api` has, and the Production one. */
    readonly development: Environment,
    readonly production: Environment,
  ) {}

  static async of(test: TestApp): Promise<WidgetScene> {
    const model = test.app.get<Model<Environment>>(getModelToken(Environment.name));
    const [development, production] = await model.find().sort({ _id: 1 }).lean();
    return new WidgetScene(test, development!, production!);
  }

  /** The response to opening a session in the Development environment. */
  open(body: object): Promise<ApiResponse> {
    const { identifier: applicationIdentifier } = this.development;
    return this.test.anonymous.post('/v1/inbox/session', { applicationIdentifier, ...body });
  }

  /** A topic of the Development environment that people may subscribe themselves to. */
  async openTopic(): Promise<{ key: string }> {
    const topic = aTopic({ selfSubscribe: true });
    await this.test.api.topic(topic);
    return topic;
  }

  /** A session in the Development environment, of somebody new unless named. */
  async session(subscriberId = aSubscriber().subscriberId, body: object = {}): Promise<SessionClient> {
    const response = await this.open({ subscriber: { subscriberId }, ...body });
    expect({ status: response.status, body: response.status === 201 ? {} : response.body }).toEqual({
      status: 201,
      body: {},
    });
    return new SessionClient(this.test.anonymous, response.body.data.token);
  }
}

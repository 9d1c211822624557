import type { LightMyRequestResponse } from 'fastify';
import { aSubscriber } from './builders/subscriber.js';
import { aTopic } from './builders/topic.js';
import { aWorkflow } from './builders/workflow.js';

/** A request as tests write it; a payload that is text goes out as it is, anything else as JSON. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  payload?: string | object;
}

/** What is needed of a response, be it injected or from the network. */
type Response = Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'headers'>;

/** A response of the API: its status, its body as parsed JSON (JSON lines as text), and its headers. */
export interface ApiResponse {
  status: number;
  // The body is whatever the API returns; tests say what they expect of it.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Response['headers'];
}

/** What the API shows of a thing. */
type Shown = ApiResponse['body'];

/** Calls the API as one environment: `get`, `post` and so on return any response, the others throw on a failure. */
export class ApiClient {
  constructor(
    private readonly send: (request: ApiRequest) => Promise<Response>,
    readonly apiKey?: string,
  ) {}

  get(url: string): Promise<ApiResponse> {
    return this.request({ method: 'GET', url });
  }

  post(url: string, payload?: object): Promise<ApiResponse> {
    return this.request({ method: 'POST', url, payload });
  }

  put(url: string, payload?: object): Promise<ApiResponse> {
    return this.request({ method: 'PUT', url, payload });
  }

  patch(url: string, payload?: object): Promise<ApiResponse> {
    return this.request({ method: 'PATCH', url, payload });
  }

  delete(url: string): Promise<ApiResponse> {
    return this.request({ method: 'DELETE', url });
  }

  /** Creates a workflow, with one in-app step unless `fields` has others. */
  workflow(fields: object = {}): Promise<Shown> {
    return this.data('POST', '/v2/workflows', aWorkflow(fields));
  }

  subscriber(fields: object = {}): Promise<Shown> {
    return this.data('POST', '/v2/subscribers', aSubscriber(fields));
  }

  topic(fields: object = {}): Promise<Shown> {
    return this.data('POST', '/v2/topics', aTopic(fields));
  }

  /** Triggers a workflow, for a new subscriber unless `fields` names others; returns status and transaction id. */
  trigger(name: string, fields: object = {}): Promise<Shown> {
    return this.data('POST', '/v1/events/trigger', { name, to: aSubscriber().subscriberId, ...fields });
  }

  /** The notifications in the inbox of a subscriber, newest first. */
  inbox(subscriberId: string): Promise<Shown[]> {
    return this.data('GET', `/v2/subscribers/${encodeURIComponent(subscriberId)}/notifications?limit=100`);
  }

  private async data(method: 'GET' | 'POST', url: string, payload?: object): Promise<Shown> {
    const { status, body } = await this.request({ method, url, payload });
    if (status < 300) return body.data;
    throw new Error(`${method} ${url} was refused: ${status} ${JSON.stringify(body)}`);
  }

  /** For what the methods above cannot send: other headers, broken bodies. */
  async request(request: ApiRequest): Promise<ApiResponse> {
    const authorization: Record<string, string> =
      this.apiKey === undefined ? {} : { authorization: `ApiKey ${this.apiKey}` };
    const { statusCode, body, headers } = await this.send({
      ...request,
      headers: { ...authorization, ...request.headers },
    });
    const isText = /^(application\/x-ndjson|text\/(csv|html))/.test(String(headers['content-type']));
    return { status: statusCode, body: body === '' ? undefined : isText ? body : JSON.parse(body), headers };
  }
}

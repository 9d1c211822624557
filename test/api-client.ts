import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** An answer of the API: its status, its body as parsed JSON, and its headers. */
export interface Answer {
  status: number;
  // The body is whatever the API answers; tests say what they expect of it.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: LightMyRequestResponse['headers'];
}

/** Calls the API as one environment. */
export class ApiClient {
  constructor(
    private readonly send: (request: InjectOptions) => Promise<LightMyRequestResponse>,
    readonly apiKey?: string,
  ) {}

  get(url: string): Promise<Answer> {
    return this.request({ method: 'GET', url });
  }

  post(url: string, payload?: object): Promise<Answer> {
    return this.request({ method: 'POST', url, payload });
  }

  put(url: string, payload?: object): Promise<Answer> {
    return this.request({ method: 'PUT', url, payload });
  }

  patch(url: string, payload?: object): Promise<Answer> {
    return this.request({ method: 'PATCH', url, payload });
  }

  delete(url: string): Promise<Answer> {
    return this.request({ method: 'DELETE', url });
  }

  /** For what the methods above cannot send: other headers, broken bodies. */
  async request(request: InjectOptions): Promise<Answer> {
    const authorization = this.apiKey === undefined ? {} : { authorization: `ApiKey ${this.apiKey}` };
    const { statusCode, body, headers } = await this.send({
      ...request,
      headers: { ...authorization, ...request.headers },
    });
    return { status: statusCode, body: body === '' ? undefined : JSON.parse(body), headers };
  }
}

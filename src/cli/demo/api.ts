/** Thrown when a call of the demo fails. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

/** Calls the public API, like any other client. */
export class DemoApi {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  /** Returns the body of the response. */
  async call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: `ApiKey ${this.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new DemoError(`${method} ${path} failed with status ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
}

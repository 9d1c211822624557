import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Requests that this process has sent. */
export const sent = { requests: 0 };

/**
 * Calls the API with a key, or as a person with the token of a session; throws for an unexpected response. `from`: the
 * address of this machine that it calls from.
 */
export function client(url, { key, token, from } = {}) {
  const authorization = key ? `ApiKey ${key}` : token && `Bearer ${token}`;
  return async (method, path, body) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const { status, received } = await ask(method, new URL(path, url), { authorization, body: text, from });
    if (status > 299) throw new Error(`${method} ${path}: ${status} ${received.slice(0, 300)}`);
    return received === '' ? undefined : JSON.parse(received);
  };
}

/** One request, however long it takes: `fetch` gives up after some seconds. */
export function ask(method, url, { authorization, headers: others, body, from } = {}) {
  const headers = {
    ...(authorization && { authorization }),
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...others,
  };
  sent.requests++;
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, headers, agent: false, localAddress: from }, (response) => {
      text(response).then((received) => resolve({ status: response.statusCode, received }), reject);
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

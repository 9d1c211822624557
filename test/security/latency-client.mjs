import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Calls the API; throws for an answer that is not expected. */
export function client(url, key) {
  return async (method, path, body) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const { status, answer } = await ask(method, new URL(path, url), key, text);
    if (status > 299) throw new Error(`${method} ${path}: ${status} ${answer.slice(0, 300)}`);
    return answer === '' ? undefined : JSON.parse(answer);
  };
}

/** One request, however long it takes: `fetch` gives up after some seconds. */
export function ask(method, url, key, body) {
  const headers = {
    ...(key && { authorization: `ApiKey ${key}` }),
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode, answer }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

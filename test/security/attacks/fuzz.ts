import type { ApiRequest } from '../../api-client.js';
import { Documented } from '../../walk/documented.js';
import { makeThings } from '../../walk/things.js';
import { Walker } from '../../walk/walker.js';
import type { Attack, Target } from './target.js';

/** Requests that the OpenAPI document describes, valid and spoilt, until there are so many. */
export const generated =
  (count: number): Attack =>
  async (target) => {
    const surface = { documented: new Documented(target.document), send: (one: ApiRequest) => target.send(one) };
    const walker = new Walker(surface, target.values);
    while (target.requests < count) {
      const api = target.client('development');
      const things = await makeThings(api);
      const { identifier } = (await api.get('/v1/environments/me')).body.data as { identifier: string };
      const subscriber = { subscriberId: things['subscriberId']![0] };
      const session = await target
        .client()
        .post('/v1/inbox/session', { applicationIdentifier: identifier, subscriber });
      const bearer = `Bearer ${session.body.data.token}`;
      await walker.round({ things, authorization: { key: `ApiKey ${api.apiKey}`, session: bearer } });
    }
    for (const [problem, request] of walker.findings) target.check(false, `${problem}: ${request}`);
    // How long something takes says little where others work, too: it is told, and no failure.
    for (const slow of walker.slow) process.stderr.write(`${slow}\n`);
  };

/** Bytes that were a request before somebody changed some of them. */
export const mutated =
  (count: number): Attack =>
  async (target) => {
    // A key may replace itself, and the attacks after this one need it.
    const paths = Object.keys(target.document.paths).filter((path) => !path.endsWith('/regenerate'));
    for (let sent = 0; sent < count; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, () => mutation(target, paths)));
    }
  };

async function mutation(target: Target, paths: readonly string[]): Promise<void> {
  const { values } = target;
  const method = values.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY']);
  const path = values
    .pick(paths)
    .replaceAll(/\{\w+\}/g, () => encodeURIComponent(values.pick(['x', '..', '\0', '%', 'ä'])));
  const body = JSON.stringify({ name: 'x', to: values.valid({}), payload: values.valid({}) });
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Authorization: ApiKey ${target.keys.development}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
  for (let times = values.whole(1, 6); times > 0; times--) {
    const at = values.whole(0, bytes.length - 1);
    bytes[at] = values.whole(0, 255);
  }
  const response = await target.raw(bytes);
  target.check(
    !response.startsWith('HTTP/1.1 5'),
    `${JSON.stringify(bytes.toString('latin1'))} responded with ${response}`,
  );
}

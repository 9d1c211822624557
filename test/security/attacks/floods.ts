import { aForm } from '../../builders/form.js';
import type { Attack, Target } from './target.js';

const MEGABYTE = 1024 * 1024;

/** Bodies of 29 MB each, sent without a key on twenty connections at once: nobody reads them. */
export const bodiesWithoutKey: Attack = async (target) => {
  const before = await target.peakMemory();
  const piece = Buffer.from(`"${'x'.repeat(MEGABYTE - 3)}",`);
  const flood = async (): Promise<void> => {
    const socket = target.connection();
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1'))).on('error', () => undefined);
    const head = ['POST /v1/events/trigger/bulk HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
    socket.write(`${[...head, `Content-Length: ${29 * piece.length}`].join('\r\n')}\r\n\r\n`);
    for (let sent = 0; sent < 29 && !socket.destroyed; sent++) {
      if (!socket.write(piece)) await drained(socket);
    }
    await Promise.race([drained(socket), new Promise((resolve) => setTimeout(resolve, 2000).unref())]);
    socket.destroy();
    target.check(!/^HTTP\/1\.1 [25]/.test(received), `a body without a key was answered: ${received.slice(0, 200)}`);
  };
  await Promise.all(Array.from({ length: 20 }, flood));
  const after = await target.peakMemory();
  if (before !== undefined && after !== undefined) {
    target.check(after - before < 200, `memory grew from ${Math.round(before)} to ${Math.round(after)} MB`);
  }
  await stillServes(target);
};

/** How connections begin that are never heard of again: with half a request, as a live connection, or with nothing. */
const BEGINNINGS = [
  'POST /v1/events/trigger HTTP/1.1\r\nHost: localhost\r\nContent-Len',
  [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n'),
  '',
];

/** Connections that send nothing more and stay, and are dropped in the end. */
export const idleConnections =
  (count: number): Attack =>
  async (target) => {
    const sockets = Array.from({ length: count }, (_, index) => {
      const socket = target.connection();
      socket.on('error', () => undefined);
      socket.write(BEGINNINGS[index % BEGINNINGS.length]!);
      return socket;
    });
    try {
      await Promise.all(
        sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
      );
      await stillServes(target);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await stillServes(target);
  };

/** Small requests that unfold into large ones, at operations that parse them. */
export const bombs: Attack = async (target) => {
  const headers = { authorization: `ApiKey ${target.keys.development}`, 'content-type': 'application/json' };
  const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);
  const wide = (length: number, pair: (index: number) => string) =>
    Array.from({ length }, (_, index) => pair(index)).join();
  const laughs = Object.fromEntries(
    Array.from({ length: 12 }, (_, level) => [`l${level}`, `{{ l${level - 1} | append: l${level - 1} }}`]),
  );
  const bodies = {
    'a list in a list': deep('[', ']', 100_000),
    'an object in an object': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    'a payload that deep': `{"name":"x","to":"ada","payload":${deep('{"a":', '', 20_000)}1${'}'.repeat(20_000)}}`,
    'many fields': `{"name":"x","to":"ada","payload":{${wide(30_000, (index) => `"f${index}":1`)}}}`,
    'one field many times': `{"name":"x","to":"ada","payload":{${wide(50_000, () => '"a":1')}}}`,
    'many recipients': `{"name":"x","to":[${wide(20_000, (index) => `"s${index}"`)}]}`,
    'numbers without end': `{"name":"x","to":"ada","payload":{"n":1e${'9'.repeat(5000)}}}`,
    'texts in texts': JSON.stringify({ name: 'x', to: 'ada', payload: laughs }),
  };
  const operations = ['/v1/events/trigger', '/v2/workflows', '/v2/subscribers', '/v1/events/simulate', '/v2/contexts'];
  for (const url of operations) {
    for (const [what, payload] of Object.entries(bodies)) {
      const { statusCode } = await target.send({ method: 'POST', url, headers, payload });
      target.check(statusCode >= 400 && statusCode < 500, `${url} responded with ${statusCode} to ${what}`);
    }
  }
  const { authorization } = headers;
  const uploads = {
    'many files': aForm(Array.from({ length: 3000 }, (_, index) => ['files', `l${index}.json`, '{}'])),
    'many fields': aForm([], Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`f${index}`, 'x']))),
    'a deep file': aForm([['files', 'de_DE.json', deep('{"a":', '', 50_000)]]),
    'a large file': aForm([['files', 'de_DE.json', `{"a":"${'x'.repeat(20 * MEGABYTE)}"}`]]),
  };
  for (const [what, form] of Object.entries(uploads)) {
    const request = { method: 'POST' as const, url: '/v2/translations/upload', payload: form.payload };
    const { statusCode } = await target.send({ ...request, headers: { ...form.headers, authorization } });
    target.check(statusCode < 500, `an upload of ${what} responded with ${statusCode}`);
  }
  // What says that it is compressed is not unpacked.
  const compressed = { ...headers, 'content-encoding': 'gzip' };
  const { statusCode } = await target.send({ method: 'POST', url: operations[0]!, headers: compressed, payload: '{}' });
  target.check(statusCode >= 400 && statusCode < 500, `a compressed body responded with ${statusCode}`);
  await stillServes(target);
};

/** That others are served. */
async function stillServes(target: Target): Promise<void> {
  const live = await target.send({ method: 'GET', url: '/health/live' });
  const { status } = await target.client('production').get('/v1/environments/me');
  target.check(live.statusCode === 200 && status === 200, `others get ${live.statusCode} and ${status}`);
}

function drained(socket: ReturnType<Target['connection']>): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('drain', resolve).once('close', () => resolve());
  });
}

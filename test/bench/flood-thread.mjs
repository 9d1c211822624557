import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// The thread of an environment that sends a request every so many milliseconds, with at most so many in flight, from `start` to
// `stop`; then it tells how many a second it has sent. It writes the same bytes on open connections again and again, because it
// uses the processors of what is measured: a client that makes each request anew takes more of them than the refusal of it.

const { address, headers, body, everyMs, inFlight } = workerData;
const { hostname, port, pathname } = new URL(address);
const fields = { host: `${hostname}:${port}`, ...headers, 'content-length': Buffer.byteLength(body) };
const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
const REQUEST = Buffer.from(`POST ${pathname} HTTP/1.1\r\n${head.join('')}\r\n${body}`);

let stopping;
parentPort.on('message', (message) => {
  if (message === 'stop') return stopping.abort();
  stopping = new AbortController();
  void send(stopping.signal).then((rate) => parentPort.postMessage(rate));
});

async function opened() {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

async function send(stopped) {
  // The server has closed those of the time before.
  const connections = await Promise.all(Array.from({ length: inFlight }, opened));
  const start = performance.now();
  let sent = 0;
  await Promise.all(
    connections.map(async (socket) => {
      while (!stopped.aborted) {
        const due = start + sent++ * everyMs;
        await setTimeout(Math.max(0, due - performance.now()));
        await exchange(socket);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const socket of connections) socket.destroy();
  return sent / seconds;
}

/** Sends the request, and waits until its whole response is there. */
function exchange(socket) {
  return new Promise((resolve, reject) => {
    let received = '';
    const read = (chunk) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end === -1 || received.length < end + 4 + Number(/content-length: (\d+)/i.exec(received)[1])) return;
      socket.off('data', read).off('close', reject);
      resolve();
    };
    socket.on('data', read).on('close', reject);
    socket.write(REQUEST);
  });
}

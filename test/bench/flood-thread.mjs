import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { exchange, openConnection, rawRequest } from './system/raw-http.mjs';

// The thread of an environment that sends a request every so many milliseconds, with at most so many in flight, from `start` to
// `stop`; then it tells how many a second it has sent.

const { address, headers, body, everyMs, inFlight } = workerData;
const request = rawRequest(address, headers, body);

let stopping;
parentPort.on('message', (message) => {
  if (message === 'stop') return stopping.abort();
  stopping = new AbortController();
  void send(stopping.signal).then((rate) => parentPort.postMessage(rate));
});

async function send(stopped) {
  // The server has closed those of the time before.
  const connections = await Promise.all(Array.from({ length: inFlight }, () => openConnection(address)));
  const start = performance.now();
  let sent = 0;
  await Promise.all(
    connections.map(async (socket) => {
      while (!stopped.aborted) {
        const due = start + sent++ * everyMs;
        await setTimeout(Math.max(0, due - performance.now()));
        await exchange(socket, request);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const socket of connections) socket.destroy();
  return sent / seconds;
}

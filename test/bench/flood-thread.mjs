import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// The thread of an environment that sends a request every so many milliseconds, with at most so many in flight, from `start` to
// `stop`; then it tells how many a second it has sent.

const { address, headers, body, everyMs, inFlight } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
let stopping;
parentPort.on('message', async (message) => {
  if (message === 'stop') return stopping.abort();
  stopping = new AbortController();
  parentPort.postMessage(await send(stopping.signal));
});

async function send(stopped) {
  const start = performance.now();
  let sent = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (!stopped.aborted) {
        const due = start + sent++ * everyMs;
        await setTimeout(Math.max(0, due - performance.now()));
        const post = request(address, { method: 'POST', agent, headers });
        post.end(body);
        const [response] = await once(post, 'response');
        response.resume();
        await once(response, 'end');
      }
    }),
  );
  return sent / ((performance.now() - start) / 1000);
}

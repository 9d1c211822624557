import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS } from './latency-attacks.mjs';
import { client } from './latency-client.mjs';

// The thread that attacks: it prepares, then attacks again and again for as many seconds as it is told, and tells the end.
// Told no seconds, it ends.

const { name, url, key } = workerData;
const attack = ATTACKS.find((one) => one.name === name);
const run = await attack.prepare(client(url, key), client(url));
parentPort.postMessage('prepared');
for (;;) {
  const [seconds] = await once(parentPort, 'message');
  if (seconds === 0) break;
  const end = performance.now() + seconds * 1000;
  do await run();
  while (performance.now() < end);
  parentPort.postMessage('done');
}
parentPort.close();

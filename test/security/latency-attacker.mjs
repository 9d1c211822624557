import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS } from './latency-attacks.mjs';
import { client } from './latency-client.mjs';

// The thread that attacks: it prepares, waits until it is told to begin, attacks again and again for so many seconds, and
// tells the end.

const { name, url, key, seconds } = workerData;
const attack = ATTACKS.find((one) => one.name === name);
const run = await attack.prepare(client(url, key), client(url));
parentPort.postMessage('prepared');
await once(parentPort, 'message');
const end = performance.now() + seconds * 1000;
do await run();
while (performance.now() < end);
parentPort.postMessage('done');

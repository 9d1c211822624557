import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS } from './latency-attacks.mjs';
import { client } from './latency-client.mjs';

// The thread that attacks: it prepares, waits until it is told to begin, and tells the end.

const { name, url, key } = workerData;
const attack = ATTACKS.find((one) => one.name === name);
const run = await attack.prepare(client(url, key), client(url));
parentPort.postMessage('prepared');
await once(parentPort, 'message');
await run();
parentPort.postMessage('done');

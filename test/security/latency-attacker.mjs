import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { ATTACKS } from './latency-attacks.mjs';
import { client } from './latency-client.mjs';

// The process that attacks: it prepares, then attacks again and again for as many seconds as it is told, and tells how
// often it did. Told no seconds, it ends. It would be on another machine, so it leaves the processors to the service and
// takes what is left.

setPriority(constants.priority.PRIORITY_LOW);
const [name, url, key] = process.argv.slice(2);
const attack = ATTACKS.find((one) => one.name === name);
const run = await attack.prepare(client(url, key), client(url), { url, key });
process.send({});
for (;;) {
  const [seconds] = await once(process, 'message');
  if (seconds === 0) break;
  const end = performance.now() + seconds * 1000;
  let times = 0;
  do {
    await run();
    times++;
  } while (performance.now() < end);
  process.send(times);
}
process.disconnect();

import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { attackNamed } from './latency-attacks.mjs';
import { client, sent } from './latency-client.mjs';

// The process that attacks: it prepares, then attacks again and again for as many seconds as it is told, and tells how
// many requests it has sent. Told no seconds, it ends. It would be on another machine, so it leaves the processors to the
// service and takes what is left.

setPriority(constants.priority.PRIORITY_LOW);
const [name, url, key] = process.argv.slice(2);
const run = await attackNamed(name).prepare(client(url, { key }), client(url), { url, key });
process.send({});
for (;;) {
  const [seconds] = await once(process, 'message');
  if (seconds === 0) break;
  const end = performance.now() + seconds * 1000;
  const before = sent.requests;
  do await run();
  while (performance.now() < end);
  process.send(sent.requests - before);
}
process.disconnect();

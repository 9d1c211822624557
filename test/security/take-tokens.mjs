// Takes tokens of one bucket in Redis, one by one from several lanes, and prints how many it was given.
//
//   node test/security/take-tokens.mjs REDIS_URL PREFIX CAPACITY TIMES START
//
// START: milliseconds since 1970 at which it begins, so that several processes do at once.
import { setTimeout } from 'node:timers/promises';
import { Clock } from '../../dist/src/platform/clock.js';
import { loadConfig } from '../../dist/src/platform/config/config.js';
import { Logger } from '../../dist/src/platform/logging/logger.js';
import { Metrics } from '../../dist/src/platform/metrics/metrics.js';
import { RedisBuckets } from '../../dist/src/platform/queue/redis-buckets.js';

const [uri, prefix, ...numbers] = process.argv.slice(2);
const [capacity, times, start] = numbers.map(Number);
const metrics = new Metrics();
const buckets = new RedisBuckets(uri, prefix, new Clock(), new Logger(loadConfig({})), metrics);
// Filled again in eleven days.
const take = (name) => buckets.take(name, 1, { capacity, seconds: 1_000_000 });
await take('connects');
await setTimeout(Math.max(0, start - Date.now()));
const verdicts = await Promise.all(Array.from({ length: times }, () => take('shared')));
const accepted = verdicts.filter((verdict) => verdict.accepted).length;
buckets.close();
process.stdout.write(JSON.stringify({ accepted, alone: metrics.text().match(/unchecked_total (\d+)/)?.[1] ?? '0' }));

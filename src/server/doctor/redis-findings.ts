import type { RedisFacts } from '../../platform/queue/redis-facts.js';
import { advice, type Finding, ok, problem } from './finding.js';
import { clockFindings } from './store-findings.js';

/** BullMQ needs commands of this version. */
const MIN_REDIS = [6, 2];
/** A part of the memory limit from which on it will soon be reached. */
const NEARLY_FULL = 0.8;

/** What is to be done about a Redis. */
export function redisFindings(name: string, facts: RedisFacts): Finding[] {
  const [major = 0, minor = 0] = facts.version.split('.').map(Number);
  const isOld = major < MIN_REDIS[0]! || (major === MIN_REDIS[0] && minor < MIN_REDIS[1]!);
  return [
    isOld
      ? problem('Redis', `${name} is Redis ${facts.version}`, `Use Redis ${MIN_REDIS.join('.')} or newer`)
      : ok('Redis', `${name} is reached, Redis ${facts.version}`),
    facts.evictionPolicy === 'noeviction'
      ? ok('Redis memory', 'nothing is evicted')
      : problem(
          'Redis memory',
          `maxmemory-policy is ${facts.evictionPolicy}: when its memory is full, Redis deletes jobs and parts of the queue`,
          'Set maxmemory-policy to noeviction (redis-cli CONFIG SET maxmemory-policy noeviction, and in redis.conf)',
        ),
    ...(facts.maxMemory > 0 && facts.usedMemory > facts.maxMemory * NEARLY_FULL
      ? [
          problem(
            'Redis memory',
            `${Math.round((facts.usedMemory / facts.maxMemory) * 100)} % of maxmemory are in use; when it is full, jobs are refused`,
            'Raise maxmemory, or find out why jobs are waiting',
          ),
        ]
      : []),
    ...persistenceFindings(facts),
    ...clockFindings('Redis clock', facts.clock),
  ];
}

function persistenceFindings({ isPersistent, snapshotFailed }: RedisFacts): Finding[] {
  const subject = 'Redis disk';
  if (snapshotFailed) {
    return [
      problem(
        subject,
        'the last snapshot failed; Redis may refuse writes until one succeeds',
        'See the log of Redis: usually its disk is full',
      ),
    ];
  }
  if (isPersistent === undefined) return [];
  return isPersistent
    ? [ok(subject, 'jobs survive a restart')]
    : [
        advice(
          subject,
          'nothing is written to the disk: after a restart, open jobs are made again from the store, within SWEEP_AFTER_SECONDS',
          'Set appendonly yes if that is too late',
        ),
      ];
}

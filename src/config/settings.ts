/**
 * Every setting of Carillon: name, default and one sentence. `maxRecipients` is read from the environment
 * variable `MAX_RECIPIENTS`. The table in README.md is this table (a test compares them).
 */
import { boolean, choice, integer, text } from './setting.js';

export const SETTINGS = {
  port: integer({ default: 3000, min: 0, max: 65535 }, 'Port of the API; 0 lets the system choose a free one.'),
  legacyApi: boolean({ default: true }, 'Whether this process serves the legacy API, unless it only delivers.'),
  legacyPort: integer(
    { default: 3001, min: 0, max: 65535 },
    'Port of the legacy API; 0 lets the system choose a free one.',
  ),
  host: text(
    {},
    'Address to listen on. Default: 127.0.0.1 when the embedded store is used, else 0.0.0.0 (all addresses).',
  ),
  role: choice(
    { default: 'all', values: ['all', 'api', 'worker'] },
    'What this process does: serve, deliver, or both.',
  ),
  mongodbUri: text({ secret: true }, 'MongoDB to use. Unset: the embedded store under `DATA_DIR`.'),
  redisUrl: text({ secret: true }, 'Redis for the queue. Unset: the embedded queue under `DATA_DIR`.'),
  dataDir: text({ default: '.carillon' }, 'Folder of the embedded store and queue.'),
  secretKey: text(
    { secret: true, minLength: 32 },
    'Key that encrypts API keys and credentials at rest, at least 32 characters. On the embedded store one is made in `DATA_DIR` when unset; elsewhere it is required.',
  ),
  logLevel: choice(
    { default: 'info', values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] },
    'Least severe log line that is written.',
  ),
  bootstrapApiKey: text(
    { secret: true, pattern: /^[\x21-\x7e]{16,128}$/, form: '16 to 128 printable characters without spaces' },
    'API key given to the Development environment at the very first start, for automation. Unset: a random one.',
  ),
  bootstrapLegacyApp: text(
    {
      secret: true,
      pattern: /^[\w.~-]{1,64}:[\x21-\x7e]{16,128}$/,
      form: 'id:secret, an id of at most 64 letters, digits and . _ ~ -, and 16 to 128 printable characters without spaces',
    },
    'Credentials, `id:secret`, of a sample application of the legacy API that the very first start makes in the Development environment. Unset: none is made.',
  ),
  clientCompat: choice(
    { default: 'auto', values: ['auto', 'off'] },
    'Whether answers to the official Novu client carry the `origin` spelling it accepts.',
  ),
  queuePrefix: text(
    { default: 'carillon', pattern: /^[a-z][a-z0-9_-]{0,31}$/, form: 'lowercase letters, digits, _ and -' },
    'Prefix of everything Carillon keeps in the queue, so that installations can share a Redis.',
  ),
  workerConcurrency: integer({ default: 20, min: 1, max: 1000 }, 'Jobs a worker process runs at the same time.'),
  lowPriorityConcurrency: integer(
    { default: 2, min: 1, max: 1000 },
    'Chunks of large events a worker process delivers at the same time, beside the other jobs.',
  ),
  recipientsPerChunk: integer(
    { default: 500, min: 1, max: 5000 },
    'Recipients a worker reads, delivers to and notes at a time; that many are repeated when it dies.',
  ),
  maxRecipients: integer({ default: 100, min: 1 }, 'Recipients in one trigger; a topic counts as one.'),
  maxDeviceTokens: integer({ default: 100, min: 1, max: 10_000 }, 'Device tokens a subscriber has at one integration.'),
  maxPayloadBytes: integer({ default: 524_288, min: 1024 }, 'Size of one trigger payload, as JSON, in bytes.'),
  maxBulkEvents: integer({ default: 100, min: 1 }, 'Triggers in one bulk request.'),
  maxAttachmentsBytes: integer(
    { default: 20_971_520, min: 1024 },
    'Size of all attachments of one trigger in bytes; one attachment may have 15 MiB.',
  ),
  maxContexts: integer({ default: 5, min: 1, max: 20 }, 'Contexts in one trigger.'),
  maxContextBytes: integer({ default: 65_536, min: 1024 }, 'Size of the data of one context, as JSON, in bytes.'),
  maxWaitDays: integer({ default: 366, min: 1 }, 'Days a delay, a digest or a throttle window may last.'),
  bodyLimitBytes: integer({ default: 102_400, min: 1024 }, 'Size of a request body in bytes.'),
  largeBodyLimitBytes: integer(
    { default: 20_971_520, min: 1024 },
    'Size of a request body in bytes on routes for triggers, workflows, layouts and subscribers in bulk.',
  ),
  httpPrivateTargets: text(
    {},
    'Private addresses or networks, such as `10.1.0.0/16,::1`, that HTTP steps may call. Unset: none.',
  ),
  defaultLocale: text(
    { default: 'en_US', pattern: /^[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8})*$/, form: 'a locale such as en or en_US' },
    'Language of texts that are not translated into that of their reader.',
  ),
  maxEnvironments: integer(
    { default: 100, min: 1, max: 300 },
    'Environments an organization may have, those of the first start included.',
  ),
  maxEnvironmentVariables: integer({ default: 500, min: 1, max: 10_000 }, 'Variables an organization may have.'),
  environmentPurgeSeconds: integer(
    { default: 3600, min: 1 },
    'Seconds after which what requests and deliveries that were under way have left of a deleted environment is searched for a last time.',
  ),
  transactionIdDays: integer(
    { default: 30, min: 1 },
    'Days a `transactionId` is remembered. A trigger that repeats it within them is ignored.',
  ),
  idempotencyKeyHours: integer(
    { default: 24, min: 1 },
    'Hours an `Idempotency-Key` stands for its request, and the answer to that is kept.',
  ),
  idempotencyLeaseSeconds: integer(
    { default: 300, min: 1 },
    'Seconds after which a request with an `Idempotency-Key` that has no answer may be carried out again.',
  ),
  maxKeptAnswerBytes: integer(
    { default: 1_048_576, min: 0, max: 8_388_608 },
    'Size of an answer that is kept for repetitions of its request, in bytes; a repetition is told that a larger one was given.',
  ),
  activityRetentionDays: integer({ default: 30, min: 1 }, 'Days a run (the activity of one recipient) is kept.'),
  inAppRetentionDays: integer({ default: 365, min: 1 }, 'Days an in-app message is kept.'),
  apiKeyCacheSeconds: integer(
    { default: 30, min: 0 },
    'Seconds a process trusts an API key it has looked up; a withdrawn key works that long at most.',
  ),
  workflowCacheSeconds: integer(
    { default: 1, min: 0 },
    'Seconds a worker may deliver with a workflow it has loaded before it looks for a newer version.',
  ),
  sweepIntervalSeconds: integer(
    { default: 15, min: 1 },
    'Seconds between two searches for accepted triggers whose job was lost.',
  ),
  sweepAfterSeconds: integer(
    { default: 60, min: 1 },
    'Seconds after which an accepted trigger that nobody has finished is handed to a worker again.',
  ),
  runLeaseSeconds: integer(
    { default: 30, min: 1 },
    'Seconds a worker has a run to itself. While it lives it renews them; when it has died, another worker goes on after them.',
  ),
  cancelWaitSeconds: integer(
    { default: 10, min: 1, max: 300 },
    'Seconds a cancellation waits at most for what is just being sent.',
  ),
  shutdownSeconds: integer({ default: 8, min: 1, max: 300 }, 'Seconds running work may take to finish after SIGTERM.'),
  docs: boolean({ default: true }, 'Whether `/docs` and `/openapi.json` are served.'),
} as const;

/**
 * Every setting of Carillon: name, default and one sentence. `maxRecipients` is read from the environment
 * variable `MAX_RECIPIENTS`. docs/settings.md is made of it (a test compares them).
 */
import { boolean, choice, integer, text } from './setting.js';
import { ASSET_SETTINGS } from './asset-settings.js';
import { LIMIT_SETTINGS } from './limit-settings.js';
import { RETENTION_SETTINGS } from './retention-settings.js';
import { SIGN_IN_SETTINGS } from './sign-in-settings.js';

const ADDRESS = {
  pattern: /^https?:\/\/[^\s?#]*[^\s?#/]$/,
  form: 'an http or https address without a slash at its end',
};

/** Anything without a scheme is left to ioredis. */
const REDIS_ADDRESS = {
  pattern: /^(rediss?:\/\/.+|rediss?\+sentinel:\/\/[^/]+\/[^/?]+.*|rediss?\+cluster:\/\/[^/?]+.*|(?!.*:\/\/).+)$/,
  form: 'an address such as redis://host:6379, redis+sentinel://host:26379,host:26379/master or redis+cluster://host:6379,host:6379',
};

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
  publicUrl: text(
    ADDRESS,
    'Address under which users and providers reach the API, such as `https://notify.example.com`; Carillon builds the addresses that it gives them from it. Unset: `http://localhost` and the port.',
  ),
  trustedProxies: text(
    {
      pattern:
        /^(loopback|linklocal|uniquelocal|[\da-f:.]+(\/\d{1,3})?)(,(loopback|linklocal|uniquelocal|[\da-f:.]+(\/\d{1,3})?))*$/i,
      form: 'addresses or networks with commas between them, such as 10.1.0.2,192.168.0.0/16 or uniquelocal',
    },
    'Addresses or networks of the proxies in front of Carillon, such as `10.1.0.2` or `uniquelocal`: from them, and from no one else, `X-Forwarded-For`, `-Proto` and `-Host` are believed. Unset: from no one, and all who come through a proxy seem to have its address, also where attempts to sign in are counted.',
  ),
  role: choice({ default: 'all', values: ['all', 'api', 'worker'] }, 'Role of this process: serve, deliver, or both.'),
  mongodbUri: text({ secret: true }, 'MongoDB to use. Unset: the embedded store under `DATA_DIR`.'),
  redisUrl: text(
    { secret: true, ...REDIS_ADDRESS },
    'Redis for the queue: `redis://host:6379`, a master behind sentinels `redis+sentinel://host:26379,host:26379/master`, or a cluster `redis+cluster://host:6379,host:6379`. Unset: a queue in the memory of the one process.',
  ),
  dataDir: text({ default: '.carillon' }, 'Folder of the embedded store.'),
  attachmentsDir: text(
    {},
    'Folder of attachments from the trigger until they are sent. All processes must share it, also those on other machines. Unset: `attachments` in `DATA_DIR`.',
  ),
  secretKey: text(
    { secret: true, minLength: 32 },
    'Key that encrypts API keys and credentials at rest, at least 32 characters. On the embedded store one is made in `DATA_DIR` when unset; elsewhere it is required.',
  ),
  secretKeyPrevious: text(
    { secret: true, minLength: 32 },
    'The `SECRET_KEY` from before it was changed. With it, stored secrets are encrypted again in the background; the log says when it can be removed.',
  ),
  logLevel: choice(
    { default: 'info', values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] },
    'Least severe log line that is written.',
  ),
  logFormat: choice(
    { default: 'auto', values: ['auto', 'json', 'pretty'] },
    'Form of log lines: JSON for machines, or a line to read. `auto`: to read on a terminal, else JSON.',
  ),
  metricsPort: integer(
    { default: 0, min: 0, max: 65535 },
    'Port on which `/metrics` is served, and nothing else. 0: on the port of the API, where `METRICS_TOKEN` is set or only this machine is listened to, and not at all otherwise.',
  ),
  metricsToken: text(
    { secret: true, pattern: /^[\x21-\x7e]{16,128}$/, form: '16 to 128 printable characters without spaces' },
    'What a scraper sends as `Authorization: Bearer` to read `/metrics`. Unset: it needs none.',
  ),
  traceUrl: text(
    { pattern: /^https?:\/\/\S*\{traceId\}\S*$/, form: 'an http or https address with {traceId} in it' },
    'Address of a trace in the system that collects them, such as `https://tempo.example/trace/{traceId}`: the console then links each run to its trace. Unset: it shows the id of the trace alone.',
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
  bootstrapOwner: text(
    {
      secret: true,
      pattern: /^[^\s:@]+@[^\s:@]+:.{10,200}$/,
      form: 'email:password, an email address and a password of 10 to 200 characters',
    },
    'Email address and password, `email:password`, of the first owner, who is made by a start while there is nobody yet. Unset: the start prints a one-time link instead.',
  ),
  clientCompat: choice(
    { default: 'auto', values: ['auto', 'off'] },
    'Whether responses to the official Novu clients contain only values of `origin` and `providerId` that they accept.',
  ),
  queuePrefix: text(
    { default: 'carillon', pattern: /^[a-z][a-z0-9_-]{0,31}$/, form: 'lowercase letters, digits, _ and -' },
    'Prefix of everything Carillon keeps in the queue, so that installations can share a Redis.',
  ),
  workerConcurrency: integer(
    { default: 20, min: 1, max: 1000 },
    'Turns a worker process runs at the same time, each for one environment, which has half of them at most.',
  ),
  eventsPerBatch: integer(
    { default: 100, min: 1, max: 1000 },
    'Events of all environments that a worker takes and delivers together, as far as that many are waiting.',
  ),
  lowPriorityConcurrency: integer(
    { default: 4, min: 1, max: 1000 },
    'Chunks of large events a worker process delivers at the same time, beside the other turns; half of them at most for one environment.',
  ),
  recipientsPerChunk: integer(
    { default: 500, min: 1, max: 5000 },
    'Recipients a worker reads, delivers to and notes at a time; that many are repeated when it dies.',
  ),
  maxRecipients: integer({ default: 100, min: 1 }, 'Recipients in one trigger; a topic counts as one.'),
  maxDeviceTokens: integer({ default: 100, min: 1, max: 10_000 }, 'Device tokens a subscriber has at one integration.'),
  maxPayloadBytes: integer({ default: 524_288, min: 1024 }, 'Size of one trigger payload, as JSON, in bytes.'),
  maxBulkEvents: integer({ default: 100, min: 1 }, 'Triggers in one bulk request.'),
  maxAttachmentsBytes: integer({ default: 20_971_520, min: 1024 }, 'Size of all attachments of one trigger in bytes.'),
  maxContexts: integer({ default: 5, min: 1, max: 20 }, 'Contexts in one trigger.'),
  maxContextBytes: integer({ default: 65_536, min: 1024 }, 'Size of the data of one context, as JSON, in bytes.'),
  maxTranslationBytes: integer(
    { default: 524_288, min: 1024 },
    'Size of the texts of one workflow or layout in one language, as JSON, in bytes.',
  ),
  maxTranslationFiles: integer({ default: 100, min: 1, max: 1000 }, 'Files in one upload of translations.'),
  computationProcesses: integer(
    { default: 2, min: 1, max: 64 },
    'Processes that a process starts at most for templates, conditions, schemas and styles that take long to compute; of several, one is left to requests.',
  ),
  computationSeconds: integer(
    { default: 10, min: 1, max: 300 },
    'Seconds after which such a computation is ended, and what it was for fails.',
  ),
  computationSteps: integer(
    { default: 20_000_000, min: 1 },
    'Steps, of about half a microsecond, that such computations of one event may take for up to 500 recipients together; the steps of further recipients fail.',
  ),
  maxWaitDays: integer({ default: 366, min: 1 }, 'Days a delay, a digest or a throttle window may last.'),
  bodyLimitBytes: integer(
    { default: 102_400, min: 1024 },
    'Size of a request body in bytes; on routes that need no credentials 65536 at most.',
  ),
  largeBodyLimitBytes: integer(
    { default: 20_971_520, min: 1024 },
    'Size of a request body in bytes on routes for workflows, layouts, translations and subscribers in bulk.',
  ),
  triggerBodyLimitBytes: integer(
    { default: 29_360_128, min: 1024 },
    'Size of a request body in bytes on routes for triggers, whose attachments are in base64.',
  ),
  requestTimeoutSeconds: integer(
    { default: 30, min: 1, max: 3600 },
    'Seconds in which a request must arrive with its whole body; otherwise the response is 408. Raise it where large attachments come over slow connections.',
  ),
  bridgeTimeoutSeconds: integer(
    { default: 5, min: 1, max: 60 },
    'Seconds in which an application with workflows in code must respond; then it is asked again after 1, 2 and 4 seconds.',
  ),
  slackUrl: text(
    { default: 'https://slack.com', ...ADDRESS },
    'Address of Slack, where users authorize the connection.',
  ),
  telegramUrl: text({ default: 'https://api.telegram.org', ...ADDRESS }, 'Address of the API of Telegram.'),
  httpPrivateTargets: text(
    {},
    'Private addresses or networks, such as `10.1.0.0/16,::1`, that HTTP steps, webhooks, providers, SMTP servers, Slack, Telegram and applications with workflows in code may be at. Unset: none, but on the embedded store SMTP servers on this machine and its networks, and for Development applications on this machine.',
  ),
  defaultLocale: text(
    { default: 'en_US', pattern: /^[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8})*$/, form: 'a locale such as en or en_US' },
    'Language of texts that are not translated into that of their reader.',
  ),
  targetLocales: text(
    {
      pattern: /^[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8})*(,[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8})*)*$/,
      form: 'locales with commas between them, such as de_DE,fr',
    },
    'Languages to translate into, such as `de_DE,fr`: `novu translations push` sends the files of these and of those that have texts already. Unset: none.',
  ),
  maxEnvironments: integer(
    { default: 100, min: 1, max: 300 },
    'Environments an organization may have, those of the first start included.',
  ),
  maxEnvironmentVariables: integer({ default: 500, min: 1, max: 10_000 }, 'Variables an organization may have.'),
  environmentRestoreHours: integer(
    { default: 72, min: 1, max: 8760 },
    'Hours for which a protected environment that was deleted can be restored.',
  ),
  environmentPurgeSeconds: integer(
    { default: 3600, min: 1 },
    'Seconds after which data that requests and deliveries in progress have stored for a deleted environment is searched for a last time.',
  ),
  ...RETENTION_SETTINGS,
  maxWebhooks: integer({ default: 50, min: 1, max: 1000 }, 'Webhooks an environment may have.'),
  snoozeMinSeconds: integer({ default: 180, min: 1 }, 'Seconds for which a notification is snoozed at least.'),
  snoozeMaxDays: integer({ default: 90, min: 1, max: 3650 }, 'Days for which a notification may be snoozed.'),
  inboxCountCap: integer(
    { default: 10_000, min: 1 },
    'Counts of notifications are exact up to this number, and say so when there are more.',
  ),
  bulkAtOnce: integer(
    { default: 2000, min: 1, max: 10_000 },
    'Notifications that a change of a whole inbox stores before its response; further ones are stored behind it.',
  ),
  apiKeyCacheSeconds: integer(
    { default: 30, min: 0 },
    'Seconds a process trusts an API key it has looked up; a withdrawn key works that long at most.',
  ),
  ...ASSET_SETTINGS,
  ...LIMIT_SETTINGS,
  ...SIGN_IN_SETTINGS,
  auditDays: integer({ default: 400, min: 0, max: 36_500 }, 'Days an entry of the audit trail is kept; 0 keeps all.'),
  sessionDays: integer(
    { default: 15, min: 1, max: 365 },
    'Days for which the session token of an inbox widget is good; afterwards the widget opens another session.',
  ),
  workflowCacheSeconds: integer(
    { default: 1, min: 0 },
    'Seconds a worker may deliver with a workflow it has loaded before it looks for a newer version.',
  ),
  idleLookSeconds: integer(
    { default: 10, min: 1, max: 60 },
    'Seconds after which a worker looks for waits that have ended although none is known: a process may have died before it notified the others.',
  ),
  sweepIntervalSeconds: integer(
    { default: 15, min: 1 },
    'Seconds between two searches for accepted triggers whose turn was lost.',
  ),
  sweepAfterSeconds: integer(
    { default: 60, min: 1 },
    'Seconds after which an accepted trigger that no worker has finished is given to a worker again.',
  ),
  runLeaseSeconds: integer(
    { default: 30, min: 1 },
    'Seconds a worker has a run to itself. While it lives it renews them; when it has died, another worker continues after them.',
  ),
  sendTries: integer(
    { default: 0, min: 0, max: 20 },
    'Attempts to send a message with one integration, as long as its provider fails in passing; then another integration of the channel takes over, or the message fails. 0: six before another takes over, and then until `SEND_EMAIL_MINUTES` or `SEND_MINUTES` are over.',
  ),
  sendEmailMinutes: integer(
    { default: 1440, min: 0, max: 10_080 },
    'Minutes from its first attempt on for which an email is sent again, while its provider fails in passing or refuses the account.',
  ),
  sendMinutes: integer({ default: 60, min: 0, max: 10_080 }, 'The same for messages of the other channels.'),
  sendRetrySeconds: integer(
    { default: 5, min: 1, max: 3600 },
    'Seconds before the second attempt to send a message; each further wait is twice as long, or as long as the provider asks for.',
  ),
  sendTimeoutSeconds: integer({ default: 15, min: 1, max: 300 }, 'Seconds a provider has to take a message.'),
  cancelWaitSeconds: integer(
    { default: 10, min: 1, max: 300 },
    'Seconds a cancellation waits at most for what is just being sent.',
  ),
  livePresenceSeconds: integer(
    { default: 60, min: 3, max: 3600 },
    'Seconds after which subscribers who were connected to a process that died are offline, and a third more at most.',
  ),
  liveCountsMilliseconds: integer(
    { default: 100, min: 0, max: 60_000 },
    'Milliseconds between two live counts of an inbox; what changes within them is counted together.',
  ),
  liveMissedLimit: integer(
    { default: 100, min: 1, max: 1000 },
    'Maximum of missed notifications that a client receives when it reconnects and names the last one it had.',
  ),
  shutdownSeconds: integer({ default: 8, min: 1, max: 300 }, 'Seconds running work may take to finish after SIGTERM.'),
  docs: boolean({ default: true }, 'Whether `/docs` and `/openapi.json` are served.'),
  inboxDemo: choice(
    { default: 'auto', values: ['auto', 'on', 'off'] },
    'Whether there is an inbox demo in the console: the inbox of one sample person in the Development environment, and a button that sends to it. It opens without an account, with the address `/inbox-demo` that the start and `carillon pages` print, and in any environment for people who may trigger there. `auto`: on the embedded store alone.',
  ),
  outbox: choice(
    { default: 'auto', values: ['auto', 'on', 'off'] },
    'Whether there is an outbox, and new environments have integrations whose messages land there. It is read in the console. While an embedded store listens to this machine alone, it opens without an account, too, with the address `/outbox` that the start and `carillon pages` print. `auto`: on the embedded store alone.',
  ),
  outboxRetentionDays: integer({ default: 7, min: 1 }, 'Days a message in the outbox is kept.'),
  deliverTo: choice(
    { default: 'providers', values: ['providers', 'outbox'] },
    'Where messages are sent: to their providers or, for staging and tests, all of them to the outbox.',
  ),
} as const;

/**
 * Makes the data of an earlier release that test/server/earlier-release.process-spec.ts starts today's process on:
 *
 *   git worktree add /tmp/earlier COMMIT && (cd /tmp/earlier && npm ci && npm run build)
 *   node test/server/earlier-release/make.mjs /tmp/earlier
 *
 * It starts the build of that checkout on a new data folder, makes one of each thing through the API, notes the responses
 * of that release to GET, stops it, and writes all of this to VERSION.json beside this file.
 *
 * The folder is kept without the queue, of which even an empty one has 40 MB: the store is the truth and the queue a hint,
 * so what the queue knew is found again. Everything is kept for as long as can be, so that the test does not expire.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { format } from 'oxfmt';

const [, , checkout] = process.argv;
if (checkout === undefined) throw new Error('Say where the earlier release was built');
const commit = execFileSync('git', ['-C', checkout, 'rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
const dataDir = mkdtempSync(join(tmpdir(), 'carillon-earlier-'));
const DAYS = '36500';
const SETTINGS = {
  PORT: '0',
  LEGACY_PORT: '0',
  LOG_LEVEL: 'warn',
  TRANSACTION_ID_DAYS: DAYS,
  ACTIVITY_RETENTION_DAYS: DAYS,
  IN_APP_RETENTION_DAYS: DAYS,
  MESSAGE_RETENTION_DAYS: DAYS,
  OUTBOX_RETENTION_DAYS: DAYS,
  IDEMPOTENCY_KEY_HOURS: '876000',
};

/** What the spec sends again. */
const TRIGGER = { name: 'welcome', to: ['ada'], payload: { text: 'Before' }, transactionId: 'before' };
const CHAT_SECRET = 'signs messages to a server of the operator';
const REPEATABLE = { name: 'welcome', to: ['ada'], payload: { text: 'Repeatable' } };

/** Read at the end, of things that the spec does not change. */
const READS = [
  '/v1/environments',
  '/v1/environments/me',
  '/v1/environments/api-keys',
  '/v2/workflows',
  '/v2/workflows/welcome',
  '/v2/layouts/frame',
  '/v2/subscribers',
  '/v2/subscribers/ada',
  '/v2/subscribers/ada/preferences',
  '/v2/subscribers/ada/notifications',
  '/v2/subscribers/ada/subscriptions',
  '/v2/topics',
  '/v2/topics/orders/subscriptions',
  '/v2/contexts',
  '/v1/tenants',
  '/v1/integrations',
  '/v1/environment-variables',
  '/v1/events/trigger/before',
  '/v1/notifications?transactionId=before',
  '/v1/messages?transactionId=before',
  '/v1/outbox',
  '/v1/webhooks',
  '/v1/legacy/applications',
];

const child = spawn(process.execPath, [join(checkout, 'dist/src/main.js')], {
  env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...SETTINGS },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(child, 'exit');
try {
  const printed = await firstOutput();
  const url = /API {12}(\S+)/.exec(printed)[1];
  const [key, productionKey] = printed.match(/\b[0-9a-f]{32}\b(?= {2}\(env)/g);
  const made = await makeThings(url, key);
  child.kill('SIGTERM');
  await ended;
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const file = new URL(`${version}.json`, import.meta.url);
  const content = { commit, key, productionKey, ...made, files: files() };
  const { code } = await format('release.json', JSON.stringify(content), { printWidth: 120 });
  writeFileSync(file, code);
} finally {
  child.kill('SIGKILL');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

async function firstOutput() {
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  while (!text.includes('/notifications"')) {
    const going = once(child.stdout, 'data').then(() => true);
    if (!(await Promise.race([going, ended.then(() => false)]))) throw new Error(`It does not start: ${text}`);
  }
  return text;
}

/** One of each; returns what the spec has to know. */
async function makeThings(url, key) {
  const call = async (method, path, payload, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `ApiKey ${key}`, ...(payload && { 'content-type': 'application/json' }), ...headers },
      body: payload && JSON.stringify(payload),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} is refused with ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const { _id: environmentId } = (await call('GET', '/v1/environments/me')).data;
  await call('POST', '/v1/environment-variables', {
    key: 'GREETING',
    isSecret: true,
    values: [{ _environmentId: environmentId, value: 'Good morning' }],
  });
  await call('POST', '/v2/layouts', { name: 'Frame', layoutId: 'frame' });
  const inApp = { name: 'Inbox', type: 'in_app', controlValues: { subject: 'News', body: '{{payload.text}}' } };
  const body = '<p>{{env.GREETING}}, {{subscriber.firstName}}</p>';
  const email = { name: 'Email', type: 'email', controlValues: { subject: 'News', body, editorType: 'html' } };
  const delay = { name: 'Delay', type: 'delay', controlValues: { amount: 1, unit: 'minutes' } };
  await call('POST', '/v2/workflows', { name: 'Welcome', workflowId: 'welcome', active: true, steps: [inApp, email] });
  await call('POST', '/v2/workflows', { name: 'Later', workflowId: 'later', active: true, steps: [delay, inApp] });
  await call('POST', '/v2/translations', {
    resourceType: 'workflow',
    resourceId: 'welcome',
    locale: 'de_DE',
    content: { hello: 'Hallo' },
  });
  await call('POST', '/v1/integrations', {
    providerId: 'chat-webhook',
    channel: 'chat',
    identifier: 'chat',
    active: true,
    credentials: { secretKey: CHAT_SECRET },
  });
  await call('POST', '/v2/subscribers', {
    subscriberId: 'ada',
    firstName: 'Ada',
    email: 'ada@example.com',
    phone: '+15550100',
    locale: 'en_US',
    data: { plan: 'pro' },
  });
  await call('PUT', '/v1/subscribers/ada/credentials', {
    providerId: 'outbox-push',
    credentials: { deviceTokens: ['phone'] },
  });
  await call('PATCH', '/v2/subscribers/ada/preferences', { workflowId: 'later', channels: { in_app: false } });
  await call('POST', '/v2/topics', { key: 'orders', name: 'Orders' });
  await call('POST', '/v2/topics/orders/subscriptions', { subscriptions: ['ada'] });
  await call('POST', '/v2/contexts', { type: 'app', id: 'shop', data: { name: 'Shop' } });
  await call('POST', '/v1/tenants', { identifier: 'acme', name: 'Acme' });

  const first = await call('POST', '/v1/events/trigger', TRIGGER);
  const again = { 'idempotency-key': 'repeatable' };
  const repeatable = await call('POST', '/v1/events/trigger', REPEATABLE, again);
  const topic = { name: 'welcome', to: [{ type: 'Topic', topicKey: 'orders' }], payload: { text: 'To the topic' } };
  const { data: third } = await call('POST', '/v1/events/trigger', topic);
  // The next release has to deliver it.
  await call('POST', '/v1/events/trigger', {
    name: 'later',
    to: ['bob'],
    payload: { text: 'Later' },
    transactionId: 'waiting',
  });
  for (const { transactionId } of [first.data, repeatable.data, third])
    await call('GET', `/v1/events/trigger/${transactionId}?wait=10`);
  await call('GET', '/v1/events/trigger/waiting?wait=1');
  const { data: inbox } = await call('GET', '/v2/subscribers/ada/notifications');
  const read = inbox.find((message) => message.body === 'Before').id;
  await call('PATCH', `/v2/subscribers/ada/notifications/${read}/read`);

  const { data: webhook } = await call('POST', '/v1/webhooks', { url: 'https://hooks.example.invalid/' });
  // Its address answers nobody; its secret is what counts.
  await call('PATCH', `/v1/webhooks/${webhook._id}`, { enabled: false });
  const { data: application } = await call('POST', '/v1/legacy/applications', { name: 'Shop' });
  await call('POST', `/v1/legacy/applications/${application.applicationId}/types`, {
    identifier: 'sample',
    workflowId: 'welcome',
    text: '{{text}}',
  });
  const responses = {};
  for (const path of READS) responses[path] = await call('GET', path);
  const webhookSecret = `/v1/webhooks/${webhook._id}/secret`;
  responses[webhookSecret] = await call('GET', webhookSecret);
  return {
    application,
    chatSecret: CHAT_SECRET,
    sent: [
      { request: TRIGGER, response: first },
      { request: REPEATABLE, headers: again, response: repeatable },
    ],
    responses,
  };
}

/** The folder as it is when the process has ended. The file of the database is large and mostly empty. */
function files() {
  const text = (name) => readFileSync(join(dataDir, name), 'utf8');
  return {
    'secret.key': text('secret.key'),
    'store/FORMAT': text('store/FORMAT'),
    // Release 0.1.0 has none.
    ...(existsSync(join(dataDir, 'carillon.json')) && { 'carillon.json': text('carillon.json') }),
    'store/data.mdb': gzipSync(readFileSync(join(dataDir, 'store/data.mdb')), { level: 9 }).toString('base64'),
  };
}

import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Novu } from '@novu/api';
import { Novu as OlderNovu } from '@novu/node';
import type { ApiClient } from '../api-client.js';
import { eventually } from '../eventually.js';
import { WebhookReceiver } from '../outbound-webhooks/webhook-receiver.js';
import { CarillonProcess, clientOf } from './carillon-process.js';

/** What `earlier-release/make.mjs` has written. */
interface Earlier {
  key: string;
  productionKey: string;
  application: { applicationId: string; secret: string };
  chatSecret: string;
  /** Triggers with what identifies them, and their responses. */
  sent: { request: object; headers?: Record<string, string>; response: object }[];
  /** By path: the responses to GET with the key of Development. */
  responses: Record<string, object>;
  /** By path in the data folder; the database is compressed. */
  files: Record<string, string>;
}

const FOLDER = new URL('earlier-release/', import.meta.url);
const RELEASES = readdirSync(FOLDER).flatMap((name) =>
  name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [],
);
const [EMAIL, PASSWORD] = ['ada@example.com', 'kind-otters-hum'];

it('there is a data folder of each release', () => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => String(version));
  expect(RELEASES.toSorted()).toEqual(released.toSorted());
});

/** Schemas of control values are texts of the release, and nothing that is stored. */
function withoutSchemas(responses: object): object {
  return JSON.parse(JSON.stringify(responses, (key, value: unknown) => (key === 'dataSchema' ? undefined : value)));
}

/** As people upgrade: the process of today starts on the data folder of the release, without any setting. */
describe.each(RELEASES)('UP4: the data folder of %s', (release) => {
  const EARLIER = JSON.parse(readFileSync(new URL(`${release}.json`, FOLDER), 'utf8')) as Earlier;
  let dataDir: string;
  let carillon: CarillonProcess;
  let url: string;
  let api: ApiClient;
  let novu: Novu;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'carillon-earlier-'));
    for (const [path, content] of Object.entries(EARLIER.files)) {
      const file = join(dataDir, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, path.endsWith('.mdb') ? gunzipSync(Buffer.from(content, 'base64')) : content);
    }
    carillon = CarillonProcess.spawn({ DATA_DIR: dataDir, HTTP_PRIVATE_TARGETS: '127.0.0.1' });
    url = await carillon.ready();
    api = clientOf(url, EARLIER.key);
    novu = new Novu({ secretKey: EARLIER.key, serverURL: url, retryConfig: { strategy: 'none' } });
  });

  afterAll(async () => {
    await carillon.kill('SIGKILL');
    await eventually(() => rm(dataDir, { recursive: true, force: true }));
  });

  it('is read as it was, secrets included', async () => {
    const paths = Object.keys(EARLIER.responses);
    const read = await Promise.all(paths.map(async (path) => [path, (await api.get(path)).body] as const));
    // Releases add fields; what was there stays.
    expect(withoutSchemas(Object.fromEntries(read))).toMatchObject(withoutSchemas(EARLIER.responses));
    const production = await clientOf(url, EARLIER.productionKey).get('/v1/environments/me');
    expect(production.body.data.name).toBe('Production');
  });

  it('works with the official clients and the key of then', async () => {
    const [environment] = (await novu.environments.list()).result;
    expect(environment).toMatchObject({ name: 'Development' });
    expect((await novu.workflows.list({})).result.totalCount).toBe(2);
    expect((await novu.subscribers.retrieve('ada')).result).toMatchObject({ firstName: 'Ada', data: { plan: 'pro' } });
    expect((await novu.topics.subscriptions.list({ topicKey: 'orders' })).result.data).toHaveLength(1);
    const bodies = async () =>
      (await novu.subscribers.notifications.list({ subscriberId: 'ada' })).result.data.map(({ body }) => body);
    const before = ['To the topic', 'Repeatable', 'Before'];
    expect(await bodies()).toEqual(before);

    for (const { request, headers, response } of EARLIER.sent) {
      const repeated = await api.request({ method: 'POST', url: '/v1/events/trigger', payload: request, headers });
      expect(repeated).toMatchObject({ status: 201, body: response });
    }
    const to = [{ type: 'Topic' as const, topicKey: 'orders' }];
    const { result } = await novu.trigger({ workflowId: 'welcome', to, payload: { text: 'After' } });
    const older = new OlderNovu(EARLIER.key, { backendUrl: url });
    await older.trigger('welcome', { to: 'ada', payload: { text: 'Later' } });
    await eventually(async () => expect((await bodies()).toSorted()).toEqual(['After', 'Later', ...before].toSorted()));
    await eventually(async () => {
      const { body } = await api.get(`/v1/outbox?transactionId=${result.transactionId}`);
      expect(body.data).toMatchObject([{ channel: 'email', preview: 'Good morning, Ada' }]);
    });
  });

  it('has its waits ended, though the queue knows nothing of them', async () => {
    await eventually(async () => {
      expect(await api.inbox('bob')).toMatchObject([{ body: 'Later' }]);
    });
  });

  it('opens credentials that were encrypted then', async () => {
    const receiver = await WebhookReceiver.start();
    try {
      const { body } = await api.get('/v1/integrations');
      const { _id } = body.find(({ identifier }: { identifier: string }) => identifier === 'chat');
      const tested = await api.post(`/v1/integrations/${_id}/test`, { to: receiver.url('/chat') });
      expect(tested.body.data).toMatchObject({ success: true, sentTo: 'provider' });
      const [message] = receiver.at('/chat');
      const signature = createHmac('sha256', EARLIER.chatSecret).update(message!.body).digest('hex');
      expect(message!.headers).toMatchObject({ 'x-carillon-signature': signature });
    } finally {
      await receiver.close();
    }
    const { applicationId, secret } = EARLIER.application;
    const legacyUrl = /Legacy API +(\S+)/.exec(carillon.printed)?.[1];
    const sent = await fetch(`${legacyUrl}/api/notification`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${applicationId}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ type: 'sample', externalId: 'ada', metadata: { text: 'Legacy' } }),
    });
    expect(sent.status).toBe(200);
  });

  it('gets people: the start prints a link, the owner accepts it and signs in', async () => {
    const token = /First owner .*#token=([\w-]{43})/.exec(carillon.printed)?.[1];
    const anonymous = clientOf(url);
    const accepted = await anonymous.post('/v1/invitations/accept', { token, email: EMAIL, password: PASSWORD });
    expect(accepted).toMatchObject({ status: 201, body: { data: { member: { email: EMAIL, role: 'owner' } } } });
    const signedIn = await anonymous.post('/v1/session', { email: EMAIL, password: PASSWORD });
    expect(signedIn.body.data.environments).toMatchObject([
      { name: 'Development', role: 'owner' },
      { name: 'Production', role: 'owner' },
    ]);
    const headers = { authorization: `Bearer ${signedIn.body.data.token}`, 'carillon-environment': 'Development' };
    const keys = await anonymous.request({ method: 'GET', url: '/v1/api-keys', headers });
    expect(keys.body.data).toMatchObject([{ name: null, preset: 'full', createdAt: null, expiresAt: null }]);
    const trail = await anonymous.request({ method: 'GET', url: '/v1/audit', headers });
    expect(trail.body.data[0]).toMatchObject({ operation: 'Session_create', actor: { name: EMAIL } });
  });
});

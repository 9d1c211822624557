import { randomBytes, randomUUID } from 'node:crypto';
import { type Model, Types } from 'mongoose';
import { MessageContents } from '../../src/notifications/activity/content/message-contents.service.js';
import { PreferenceLinks } from '../../src/preferences/links/preference-links.service.js';
import { KeyChange } from '../../src/platform/crypto/key-change.service.js';
import { sealedFieldsOf } from '../../src/platform/crypto/sealed-fields.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { ApiClient } from '../api-client.js';
import { createAccount } from '../builders/account.js';
import { aSlackIntegration } from '../builders/channel.js';
import { anEmailIntegration } from '../builders/integration.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { tracesOf } from '../erasure/traces/traces-of.js';

const [OLD, NEW, OTHER] = ['the old', 'the new', 'another'].map((which) => `${which} key, of enough characters`) as [
  string,
  string,
  string,
];
const SUBSCRIBER = 'ada';

describe('the secret key', () => {
  let namespace: string;
  const running: TestApp[] = [];
  const developmentKey = randomBytes(16).toString('hex');

  beforeEach(() => {
    namespace = `t${randomUUID().slice(0, 8)}`;
  });

  afterEach(async () => {
    const [first, ...others] = running.splice(0);
    for (const other of others) await other.app.close();
    await first?.close();
  });

  const start = async (secretKey: string, settings: Record<string, string> = {}): Promise<TestApp> => {
    const test = await startTestApp({
      namespace,
      secretKey,
      settings: { BOOTSTRAP_API_KEY: developmentKey, ...settings },
    });
    running.push(test);
    return test;
  };
  /** As when a process ends; its data stay. */
  const stop = async (test: TestApp): Promise<void> => {
    running.splice(running.indexOf(test), 1);
    await test.app.close();
  };

  it('is refused in a process of any role when it is a wrong one', async () => {
    await start(OLD);
    for (const ROLE of ['all', 'api', 'worker']) {
      await expect(start(OTHER, { ROLE })).rejects.toThrow(
        'The key in .carillon/secret.key is not the one that stored API keys and credentials are encrypted with',
      );
    }
    await expect(start(OTHER, { SECRET_KEY: OTHER })).rejects.toThrow(
      'SECRET_KEY is not the one that stored API keys and credentials are encrypted with: set it to that one again',
    );
  });

  it('is refused on data of a release that noted nothing, when it is a wrong one', async () => {
    const first = await start(OLD);
    await first.connection.collection('secretkeys').deleteMany({});
    await expect(start(OTHER)).rejects.toThrow('is not the one that stored API keys');
    await start(OLD);
    await expect(start(OTHER)).rejects.toThrow('is not the one that stored API keys');
  });

  it('is one and the same for processes that start first together', async () => {
    const started = await Promise.allSettled([start(OLD), start(NEW), start(OLD), start(NEW)]);
    const [test] = running;
    const noted = await test!.connection.collection('secretkeys').find().toArray();
    expect(noted).toHaveLength(1);
    expect(noted[0]!.keyIds).toHaveLength(1);
    expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  });

  it('can be changed: everything is encrypted anew, also after a kill, and the new key alone opens it', async () => {
    const before = await start(OLD);
    await storeSecrets(before);
    const secrets = await openAll(before);
    // Nothing that has sealed values is left out here.
    const declared = sealedModels(before).map(({ modelName }) => modelName);
    expect(new Set(Object.keys(secrets).map((place) => place.split(' ')[0]))).toEqual(new Set(declared));
    const session = await openSession(before);
    const oldKeyId = before.app.get(SecretBox).keyId;
    await stop(before);

    // Serves, and does nothing in the background: as if it had been killed at once.
    const both = { SECRET_KEY_PREVIOUS: OLD };
    const serving = await start(NEW, { ...both, ROLE: 'api' });
    expect(await openAll(serving)).toEqual(secrets);
    expect((await readInbox(serving, session)).status).toBe(200);
    await storeSecrets(serving);
    const more = await openAll(serving);

    let looks = 0;
    const killed = serving.app.get(KeyChange).run({
      throwIfAborted: () => {
        if ((looks += 1) === 4) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await openAll(serving)).toEqual(more);
    for (const alone of [OLD, NEW]) await expect(start(alone)).rejects.toThrow('SECRET_KEY is being changed');

    const workers = await Promise.all([start(NEW, both), start(NEW, both), start(NEW, { ...both, ROLE: 'worker' })]);
    await eventually(async () => expect(await tracesOf(serving, `"${oldKeyId}:`)).toEqual([]));
    await eventually(async () => {
      const [noted] = await serving.connection.collection('secretkeys').find().toArray();
      expect(noted!.keyIds).toEqual([serving.app.get(SecretBox).keyId]);
    });
    // Beside them there is what the workers have stored meanwhile.
    expect(await openAll(serving)).toMatchObject(more);
    for (const worker of workers) await stop(worker);
    await stop(serving);

    await expect(start(OLD)).rejects.toThrow('is not the one that stored API keys');
    const after = await start(NEW);
    expect(await openAll(after)).toMatchObject(more);
    expect((await after.api.get('/v1/environments/api-keys')).body.data).toMatchObject([{ key: developmentKey }]);
    // Signed with a key that nobody has any more.
    expect((await readInbox(after, session)).status).toBe(401);
  });

  it('CS5: may change twice, and links in messages that were sent before still open', async () => {
    const links = (test: TestApp) => test.app.get(PreferenceLinks, { strict: false });
    const claims = {
      opens: 'unsubscribe',
      environmentId: new Types.ObjectId(),
      subscriberId: new Types.ObjectId(),
      contextKeys: [],
    } as const;
    const first = await start(OLD);
    const token = (await links(first).signer())(claims);
    await stop(first);
    for (const [secretKey, SECRET_KEY_PREVIOUS] of [[NEW, OLD] as const, [OTHER, NEW] as const]) {
      const changing = await start(secretKey, { SECRET_KEY_PREVIOUS, ROLE: 'api' });
      await changing.app.get(KeyChange).run({ throwIfAborted: () => undefined });
      await stop(changing);
    }
    const last = await start(OTHER);
    expect(await links(last).read(token)).toEqual(claims);
    const foreign = await startTestApp({ secretKey: OTHER });
    expect(await links(foreign).read(token)).toBeUndefined();
    await foreign.close();
  });
});

/** Something of everything that is encrypted; under names of their own each time. */
async function storeSecrets(test: TestApp): Promise<void> {
  const { app, api, otherApi } = test;
  const accountId = new Types.ObjectId();
  const sealedSecret = app.get(SecretBox).seal('second factor', accountId.toHexString());
  await app.get(PreferenceLinks, { strict: false }).signer();
  await createAccount(test, { _id: accountId, secondFactor: { sealedSecret, recoveryCodes: [] } });
  const name = `n${randomUUID().slice(0, 8)}`;
  const expectDone = ({ status, body }: { status: number; body: unknown }): void => {
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  };
  const kept = await api.put(`/v1/environments/${(await environmentOf(test))._id}`, { contentRetentionDays: 7 });
  expectDone(kept);
  const organizationId = new Types.ObjectId(String(kept.body.data._organizationId));
  const message = {
    _id: new Types.ObjectId(),
    environmentId: new Types.ObjectId(String(kept.body.data._id)),
    organizationId,
    subscriberId: new Types.ObjectId(),
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
  };
  await app.get(MessageContents).insert([{ message, content: { channel: 'sms', to: '+491', body: name } }]);
  const slack = aSlackIntegration();
  expectDone(await api.post('/v1/integrations', slack));
  const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'signing-secret' };
  expectDone(await api.post('/v1/integrations', anEmailIntegration({ configurations })));
  expectDone(await api.post('/v2/subscribers', { subscriberId: name }));
  expectDone(await api.post('/v2/subscribers', { subscriberId: `${name}-gone` }));
  const credentials = { webhookUrl: `https://hooks.slack.com/${name}` };
  expectDone(
    await api.put(`/v1/subscribers/${name}/credentials`, {
      providerId: 'slack',
      integrationIdentifier: slack.identifier,
      credentials,
    }),
  );
  const owner = { subscriberId: name, integrationIdentifier: slack.identifier };
  const connectionIdentifier = `c-${name}`;
  expectDone(
    await api.post('/v1/channel-connections', {
      ...owner,
      identifier: connectionIdentifier,
      workspace: { id: 'T1', name: 'Shop' },
      auth: { accessToken: `xoxb-${name}` },
    }),
  );
  expectDone(
    await api.post('/v1/channel-endpoints', {
      ...owner,
      connectionIdentifier,
      type: 'slack_user',
      endpoint: { userId: `U${name}` },
    }),
  );
  const environments = (await api.get('/v1/environments')).body.data as { _id: string }[];
  const values = environments.map(({ _id }) => ({ _environmentId: _id, value: `secret of ${_id}` }));
  // Production is protected, Development is not.
  expectDone(await otherApi.post('/v1/environment-variables', { key: name.toUpperCase(), isSecret: true, values }));
  expectDone(await api.post('/v1/webhooks', { url: 'https://example.com/hook', eventTypes: ['message.sent'] }));
  expectDone(
    await api.post('/v2/workflows', {
      name,
      workflowId: name,
      active: true,
      steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: 'x' } }],
    }),
  );
  const channels = [{ providerId: 'slack', integrationIdentifier: slack.identifier, credentials }];
  expectDone(
    await api.request({
      method: 'POST',
      url: '/v1/events/trigger',
      headers: { 'idempotency-key': name },
      payload: {
        name,
        to: { subscriberId: SUBSCRIBER, channels },
        actor: { subscriberId: 'actor', channels },
        payload: {},
      },
    }),
  );
  expectDone(await api.delete(`/v2/subscribers/${name}-gone`));
  // A deleted environment that can still be restored keeps its keys.
  const spare = (await api.post('/v1/environments', { name })).body.data;
  expectDone(await api.put(`/v1/environments/${spare._id}`, { protected: true }));
  const own = new ApiClient((request) => app.getHttpAdapter().getInstance().inject(request), spare.apiKeys[0].key);
  expectDone(await own.delete(`/v1/environments/${spare._id}?confirm=${name}`));
}

async function environmentOf({ api }: TestApp): Promise<{ _id: string; identifier: string }> {
  return (await api.get('/v1/environments/me')).body.data;
}

function sealedModels({ connection }: TestApp): Model<{ _id: unknown }>[] {
  const models = Object.values(connection.models) as unknown as Model<{ _id: unknown }>[];
  return models.filter((model) => sealedFieldsOf(model) !== undefined);
}

/** Every sealed value in the clear, by where it is. */
async function openAll(test: TestApp): Promise<Record<string, string>> {
  const box = test.app.get(SecretBox);
  const open: Record<string, string> = {};
  for (const model of sealedModels(test)) {
    for (const document of await model.find().lean()) {
      for (const { path, value, recordId } of sealedFieldsOf(model)!.find(document)) {
        open[`${model.modelName} ${String(document._id)} ${path}`] = box.open(value, recordId);
      }
    }
  }
  return open;
}

async function openSession(test: TestApp): Promise<string> {
  const applicationIdentifier = (await environmentOf(test)).identifier;
  const { body } = await test.anonymous.post('/v1/inbox/session', {
    applicationIdentifier,
    subscriber: { subscriberId: SUBSCRIBER },
  });
  return body.data.token;
}

function readInbox({ anonymous }: TestApp, token: string) {
  return anonymous.request({
    method: 'GET',
    url: '/v1/inbox/notifications',
    headers: { authorization: `Bearer ${token}` },
  });
}

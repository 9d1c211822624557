/** @runs-on redis */
import { createHmac } from 'node:crypto';
import { Types } from 'mongoose';
import { SigningSecrets } from '../../src/auth/signing-secrets.service.js';
import { ApiClient } from '../api-client.js';
import { EngineScene, HOUR, MINUTE } from '../delivery/engine-scene.js';

const RENEW = '/v1/environments/api-keys/regenerate';

describe('renewing an API key', () => {
  let scene: EngineScene;

  beforeEach(async () => {
    scene = await EngineScene.start();
  });

  afterEach(() => scene.close());

  const as = (key: string): ApiClient =>
    new ApiClient((request) => scene.carillon.app.getHttpAdapter().getInstance().inject(request), key);
  const statusOf = async (key: string): Promise<number> => (await as(key).get('/v1/environments/me')).status;
  const old = (): string => scene.carillon.otherApi.apiKey!;

  it('EN5: ends the calling key at once and answers with another', async () => {
    const { status, body } = await scene.carillon.otherApi.post(RENEW);
    expect(status).toBe(201);
    const [{ key }] = body.data;
    expect(body.data).toHaveLength(1);
    expect(key).not.toBe(old());
    expect([await statusOf(old()), await statusOf(key)]).toEqual([401, 200]);
    expect((await as(key).get('/v1/environments/api-keys')).body).toEqual(body);
  });

  it('EN5: lets both work for overlapSeconds, in sessions too, and not a second longer', async () => {
    const { data } = (await scene.carillon.otherApi.post(RENEW, { overlapSeconds: 3600 })).body;
    const [{ key: next }, { key: previous, expiresAt }] = data;
    expect({ previous, left: Date.parse(expiresAt) - scene.clock.now().getTime() > 59 * MINUTE }).toEqual({
      previous: old(),
      left: true,
    });
    const environment = (await as(next).get('/v1/environments/me')).body.data;
    const open = async (key: string): Promise<number> => {
      const subscriberHash = createHmac('sha256', key).update('ada').digest('hex');
      const session = { applicationIdentifier: environment.identifier, subscriber: { subscriberId: 'ada' } };
      return (await scene.carillon.anonymous.post('/v1/inbox/session', { ...session, subscriberHash })).status;
    };
    expect([await statusOf(previous), await statusOf(next)]).toEqual([200, 200]);
    expect([await open(previous), await open(next)]).toEqual([201, 201]);
    const signing = () =>
      scene.carillon.app.get(SigningSecrets, { strict: false }).find(new Types.ObjectId(environment._id));
    expect(await signing()).toBe(previous);
    // Remembered as it is, it ends all the same.
    scene.clock.forward(HOUR - 20_000);
    expect(await statusOf(previous)).toBe(200);
    scene.clock.forward(21_000);
    expect([await statusOf(previous), await statusOf(next)]).toEqual([401, 200]);
    expect([await open(previous), await open(next)]).toEqual([400, 201]);
    expect(await signing()).toBe(next);
    expect((await as(next).get('/v1/environments/api-keys')).body.data).toMatchObject([{ key: next }]);
  });

  it('EN5: does not lengthen the time of a key by renewing it again', async () => {
    await scene.carillon.otherApi.post(RENEW, { overlapSeconds: 60 });
    await scene.carillon.otherApi.post(RENEW, { overlapSeconds: 3600 });
    scene.clock.forward(2 * MINUTE);
    expect(await statusOf(old())).toBe(401);
  });

  it('EN5: has one winner when a key is renewed several times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => scene.carillon.otherApi.post(RENEW)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => ![201, 401, 409].includes(status))).toEqual([]);
    const [{ key }] = answers.find(({ status }) => status === 201)!.body.data;
    expect((await as(key).get('/v1/environments/api-keys')).body.data).toHaveLength(1);
  });

  it('EN5: stops at 50 keys', async () => {
    const statuses: number[] = [];
    let { otherApi: api } = scene.carillon;
    for (let index = 0; index < 50; index++) {
      const { status, body } = await api.post(RENEW, { overlapSeconds: 3600 });
      statuses.push(status);
      if (status === 201) api = as(body.data[0].key);
    }
    expect(statuses).toEqual([...Array.from({ length: 49 }, () => 201), 409]);
  });

  it.each([-1, 2_592_001, '60'])('answers 422 for %p seconds', async (overlapSeconds) => {
    expect((await scene.carillon.otherApi.post(RENEW, { overlapSeconds })).status).toBe(422);
  });
});

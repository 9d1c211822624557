import { aCondition, anEmailIntegration, keepFromEarlierRelease } from '../builders/integration.js';
import { type Death, dyingAtWrite } from '../delivery/failing-store.js';
import { startTestApp, type TestApp } from '../test-app.js';

const SMS = { providerId: 'twilio', channel: 'sms', credentials: { accountSid: 'a', token: 't', from: '+491' } };

let test: TestApp;

// Every case begins without integrations of email and SMS.
beforeAll(async () => {
  test = await startTestApp();
});

beforeEach(() => test.connection.collection('integrations').deleteMany({ channel: { $ne: 'in_app' } }));

afterAll(() => test.close());

const create = async (fields: object = {}): Promise<string> => {
  const { status, body } = await test.api.post('/v1/integrations', anEmailIntegration(fields));
  expect(status).toBe(201);
  return body.data._id;
};
const update = async (id: string, changes: object) => {
  const { status, body } = await test.api.put(`/v1/integrations/${id}`, changes);
  expect(status).toBe(200);
  return body.data;
};
const setPrimary = (id: string) => test.api.post(`/v1/integrations/${id}/set-primary`);

/** Ids of the primary integrations, newest first. */
const primaries = async (): Promise<string[]> => {
  const { body } = await test.api.get('/v1/integrations');
  return body.flatMap(({ _id, primary }: { _id: string; primary: boolean }) => (primary ? [_id] : []));
};

describe('G5: the primary integration', () => {
  it('is the first active one of its channel and environment', async () => {
    await create({ active: false });
    const mail = await create();
    await create();
    const sms = await create(SMS);
    const { body } = await test.otherApi.post('/v1/integrations', anEmailIntegration());
    expect(await primaries()).toEqual([body.data._id, sms, mail]);
  });

  it('is one also when 20 are created at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(await primaries()).toHaveLength(1);
  });

  it('is one also when 20 are switched on at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => create({ active: false })));
    const answers = await Promise.all(ids.map((id) => update(id, { active: true })));
    expect(answers.filter(({ primary }) => primary)).toHaveLength(1);
    expect(await primaries()).toHaveLength(1);
  });

  it('can be chosen, which ends that of the other', async () => {
    await create();
    const second = await create({ active: false, conditions: [aCondition()] });
    const { status, body } = await setPrimary(second);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ _id: second, primary: true, active: true, conditions: [] });
    expect(await primaries()).toEqual([second]);
    expect((await setPrimary(second)).body.data.primary).toBe(true);
  });

  it('is one also when 20 are chosen at once, and all are told that they were', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => create()));
    const answers = await Promise.all(ids.map(setPrimary));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(await primaries()).toHaveLength(1);
    expect(await test.connection.collection('integrations').countDocuments({ nextPrimary: true })).toBe(0);
  });

  it.each<[number, Death]>(
    [0, 1, 2].flatMap((position) => [[position, 'lost'] as const, [position, 'unanswered'] as const]),
  )('has one to stand in when the process ends at write %i (%s) of choosing another', async (position, death) => {
    const [, second] = [await create(), await create()];
    const died = await dyingAtWrite(position, death, async () => {
      const { status } = await setPrimary(second);
      if (status !== 200) throw new Error('The process is dead');
    });
    expect(died).toBe(true);
    const integrations = test.connection.collection('integrations');
    const marks = await integrations.find({ channel: 'email', active: true }).toArray();
    expect(marks.filter(({ primary }) => primary).length).toBeLessThanOrEqual(1);
    expect(marks.some(({ primary, nextPrimary }) => primary || nextPrimary)).toBe(true);
    expect((await setPrimary(second)).status).toBe(200);
    expect(await primaries()).toEqual([second]);
    expect(await integrations.countDocuments({ nextPrimary: true })).toBe(0);
  });

  it.each([['push'], ['chat'], ['tool'], ['in_app']])('does not exist in %s', async (channel) => {
    const providers: Record<string, string> = { push: 'expo', chat: 'slack', tool: 'pagerduty' };
    const providerId = providers[channel]!;
    const { body } = await test.api.get('/v1/integrations');
    const id =
      channel === 'in_app'
        ? body.findLast((one: Record<string, unknown>) => one.channel === 'in_app')._id
        : channel === 'tool'
          ? await keepFromEarlierRelease(test.connection, { providerId, channel })
          : await create({ providerId, channel, check: false });
    const answer = await setPrimary(id);
    expect(answer.body).toMatchObject({
      statusCode: 400,
      message: 'Only integrations of email and SMS can be primary',
    });
    expect(await primaries()).toEqual([]);
  });

  it.each<[string, object]>([
    ['is switched off', { active: false }],
    ['is given conditions', { conditions: [aCondition()] }],
  ])('is none any more when it %s, and no other takes its place', async (_case, changes) => {
    const id = await create();
    await create();
    expect(await update(id, changes)).toMatchObject({ primary: false, ...changes });
    expect(await primaries()).toEqual([]);
  });

  it('is none any more when it is deleted, and no other takes its place', async () => {
    const id = await create();
    await create();
    expect((await test.api.delete(`/v1/integrations/${id}`)).status).toBe(200);
    expect(await primaries()).toEqual([]);
  });

  it('leaves with the integration that moves to another environment', async () => {
    const id = await create();
    const other = (await test.otherApi.post('/v1/integrations', anEmailIntegration())).body.data;
    await test.otherApi.put(`/v1/environments/${other._environmentId}`, { protected: false });
    expect((await update(id, { _environmentId: other._environmentId })).primary).toBe(false);
    expect(await primaries()).toEqual([other._id]);
  });

  it.each<[string, object, object, boolean]>([
    ['is switched on', { active: false }, { active: true }, true],
    ['loses its conditions', { conditions: [aCondition()] }, { conditions: [] }, true],
    ['is switched on with conditions', { active: false, conditions: [aCondition()] }, { active: true }, false],
    ['loses its conditions, switched off', { active: false, conditions: [aCondition()] }, { conditions: [] }, false],
    ['is renamed', { active: false }, { name: 'x' }, false],
  ])('while there is none, an integration that %s', async (_case, fields, changes, becomes) => {
    const id = await create(fields);
    expect(await primaries()).toEqual([]);
    expect((await update(id, changes)).primary).toBe(becomes);
    expect(await primaries()).toEqual(becomes ? [id] : []);
  });

  it('does not change when an integration is renamed that is active and not primary', async () => {
    const [first, second] = [await create(), await create()];
    await update(first, { active: false });
    expect((await update(second, { name: 'x' })).primary).toBe(false);
  });

  it('keeps its mark through other changes', async () => {
    const id = await create();
    expect((await update(id, { name: 'x', active: true, credentials: { apiKey: 'new' } })).primary).toBe(true);
  });
});

describe('G6: an integration with conditions', () => {
  it('is not primary, be it the first', async () => {
    await create({ conditions: [aCondition()] });
    expect(await primaries()).toEqual([]);
  });

  it('is not primary whatever happens at once', async () => {
    const id = await create({ active: false });
    await Promise.all([
      setPrimary(id),
      update(id, { conditions: [aCondition()] }),
      update(id, { active: true }),
      update(id, { active: false }),
      update(id, { conditions: [] }),
      setPrimary(id),
      update(id, { conditions: [aCondition('data.x', 'y')] }),
    ]);
    const [stored] = await test.connection.collection('integrations').find({ channel: 'email' }).toArray();
    expect(stored!.primary && (!stored!.active || stored!.conditions.length > 0)).toBe(false);
  });
});

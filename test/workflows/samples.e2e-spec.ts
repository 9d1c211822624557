import { anInAppStep } from '../builders/workflow.js';
import { startTestApp, type TestApp } from '../test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const long = { name: 'Long order', payload: { items: [1, 2, 3], 'odd.key': { $x: null } } };
const sms = { name: 'SMS', stepId: 'sms', type: 'sms', controlValues: { body: '{{payload.a}}-{{payload.b}}' } };
const inbox = anInAppStep({ controlValues: sms.controlValues });

describe('SD1: samples of a workflow', () => {
  const put = (workflowId: string, fields: object) =>
    test.api.put(`/v2/workflows/${workflowId}`, { name: 'New', steps: [], preferences: {}, ...fields });

  it('are absent at first, stay when they are left out, and go with an empty list', async () => {
    const { workflowId, samples } = await test.api.workflow();
    expect(samples).toBeUndefined();
    expect((await put(workflowId, { samples: [long] })).body.data.samples).toEqual([long]);
    expect((await put(workflowId, {})).body.data.samples).toEqual([long]);
    expect((await test.api.get(`/v2/workflows/${workflowId}`)).body.data.samples).toEqual([long]);
    const empty = { name: ' Empty ', payload: {} };
    const patched = await test.api.patch(`/v2/workflows/${workflowId}`, { samples: [long, empty] });
    expect(patched.body.data.samples).toEqual([long, { name: 'Empty', payload: {} }]);
    expect((await test.api.patch(`/v2/workflows/${workflowId}`, { active: true })).body.data.samples).toHaveLength(2);
    expect((await put(workflowId, { samples: [] })).body.data).not.toHaveProperty('samples');
  });

  it.each<[string, unknown]>([
    ['a name twice', [long, { name: ' LONG order', payload: {} }]],
    ['the name of the example', [{ name: 'default', payload: {} }]],
    ['a blank name', [{ name: ' ', payload: {} }]],
    ['a name of two lines', [{ name: 'a\nb', payload: {} }]],
    ['a long name', [{ name: 'x'.repeat(65), payload: {} }]],
    ['a payload that is no object', [{ name: 'a', payload: [] }]],
    ['a large payload', [{ name: 'a', payload: { text: 'x'.repeat(32 * 1024) } }]],
    ['too many', Array.from({ length: 21 }, (_, index) => ({ name: `${index}`, payload: {} }))],
    ['null', null],
    ['what is no sample', ['Long order']],
  ])('refuse %s', async (_what, samples) => {
    const { workflowId } = await test.api.workflow();
    const { status, body } = await test.api.patch(`/v2/workflows/${workflowId}`, { samples });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('samples');
  });

  it('SD3: come back with a version', async () => {
    const { workflowId } = await test.api.workflow({ samples: [long] });
    await test.api.patch(`/v2/workflows/${workflowId}`, { samples: [] });
    const { body } = await test.api.get(`/v2/workflows/${workflowId}/versions/1`);
    expect(body.data.samples).toEqual([long]);
  });
});

describe('SD2: a sample', () => {
  const samples = [
    { name: 'Two', payload: { a: 'sample a', b: 'sample b' } },
    { name: 'One', payload: { a: 'only a' } },
  ];
  const payloadSchema = {
    type: 'object',
    properties: { a: { type: 'string', examples: ['example a'] }, b: { type: 'string', examples: ['example b'] } },
  };
  const created = async () => (await test.api.workflow({ samples, payloadSchema, steps: [sms, inbox] })).workflowId;

  it.each([
    ['Two', {}, 'sample a-sample b'],
    [' two ', { a: 'own' }, 'own-sample b'],
    ['One', {}, 'only a-example b'],
    ['Default', {}, 'example a-example b'],
    [undefined, {}, 'example a-example b'],
  ])('%j with %j is the data of a preview', async (sample, payload, shown) => {
    const path = `/v2/workflows/${await created()}/step/sms/preview`;
    const { body } = await test.api.post(path, { sample, previewPayload: { payload } });
    expect(body.data.result.preview).toEqual({ body: shown });
  });

  it('is the data of a test, of a simulation and of a check', async () => {
    const workflowId = await created();
    const { subscriberId } = await test.api.subscriber({ phone: '+4915112345678' });
    const sent = await test.api.post(`/v2/workflows/${workflowId}/test`, {
      subscriberIds: [subscriberId],
      sample: 'Two',
      payload: { b: 'own' },
    });
    expect(sent.status).toBe(200);
    const { body: event } = await test.api.get(`/v1/notifications?transactionId=${sent.body.data.transactionId}`);
    expect(event.data[0].payload).toEqual({ a: 'sample a', b: 'own' });

    const trigger = { name: workflowId, to: subscriberId };
    const { body: simulated } = await test.api.post('/v1/events/simulate?sample=Two', trigger);
    expect(JSON.stringify(simulated.data)).toContain('sample a-sample b');

    const check = (sample: string) => test.api.post(`/v2/workflows/${workflowId}/check`, { sample });
    expect((await check('One')).status).toBe(200);
  });

  it('of a draft counts, too', async () => {
    const workflowId = await created();
    const { subscriberId } = await test.api.subscriber({ phone: '+4915112345678' });
    const draft = { name: 'New', steps: [sms], preferences: {}, samples: [{ name: 'New', payload: { a: 'new' } }] };
    const { status } = await test.api.post(`/v2/workflows/${workflowId}/test`, {
      subscriberIds: [subscriberId],
      draft,
      sample: 'New',
    });
    expect(status).toBe(200);
  });

  it('that the workflow does not have is 422, and says which it has', async () => {
    const workflowId = await created();
    const message = `Workflow '${workflowId}' has no sample 'Other'. It has 'Default', 'Two', 'One'.`;
    const refused = await Promise.all([
      test.api.post(`/v2/workflows/${workflowId}/step/sms/preview`, { sample: 'Other' }),
      test.api.post(`/v2/workflows/${workflowId}/check`, { sample: 'Other' }),
      test.api.post(`/v2/workflows/${workflowId}/test`, {
        subscriberIds: [(await test.api.subscriber()).subscriberId],
        sample: 'Other',
      }),
      test.api.post('/v1/events/simulate?sample=Other', { name: workflowId, to: 'ada' }),
    ]);
    for (const { status, body } of refused) {
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toContain(message);
    }
  });
});

import { MASK } from '../../src/platform/values/mask.js';
import type { ApiResponse } from '../api-client.js';
import { anEmailIntegration } from '../builders/integration.js';
import { anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

async function created(fields: object) {
  return test.api.workflow(fields);
}

/** Previews the last step of a new workflow. */
async function preview(steps: object[], request: object = {}, fields: object = {}): Promise<ApiResponse> {
  const named = steps.map((step, index) => ({ name: `Step ${index + 1}`, stepId: `step-${index + 1}`, ...step }));
  const { workflowId } = await created({ steps: named, ...fields });
  return test.api.post(`/v2/workflows/${workflowId}/step/step-${steps.length}/preview`, request);
}

const sms = (body: string) => ({ type: 'sms', controlValues: { body } });

describe('preview a step', () => {
  it.each<[string, object, object]>([
    [
      'in_app',
      {
        subject: '<b>{{payload.a}}</b><script>x</script>',
        body: 'b',
        avatar: '/a.png',
        primaryAction: { label: 'Go {{payload.a}}', redirect: { url: '/{{payload.a}}' } },
        redirect: { url: 'https://example.com' },
        data: { a: '{{payload.a}}' },
      },
      {
        subject: '<b>A&B</b>',
        body: 'b',
        avatar: '/a.png',
        primaryAction: { label: 'Go A&B', redirect: { url: '/A&B', target: '_self' } },
        redirect: { url: 'https://example.com', target: '_blank' },
        data: { a: 'A&B' },
      },
    ],
    [
      'email',
      { subject: '{{payload.a}}', body: '<p>{{payload.a}}</p>', editorType: 'html' },
      { subject: 'A&B', body: '<p>A&amp;B</p>' },
    ],
    ['sms', { body: 'x{{payload.a}}' }, { body: 'xA&B' }],
    ['push', { subject: 's', body: '{{payload.a}}' }, { subject: 's', body: 'A&B' }],
    ['chat', { body: '{{payload.a}}' }, { body: 'A&B' }],
    ['tool', { body: '{{payload.a}}' }, { body: 'A&B' }],
    ['delay', { amount: 2, unit: 'hours', skip: { '!': { var: 'payload.a' } } }, { amount: 2, unit: 'hours' }],
    [
      'digest',
      { amount: 2, unit: 'hours', digestKey: 'payload.a' },
      { amount: 2, unit: 'hours', digestKey: 'payload.a' },
    ],
    ['throttle', { amount: 1, unit: 'hours' }, { amount: 1, unit: 'hours' }],
    [
      'http_request',
      { method: 'POST', url: 'https://example.com/{{payload.a}}', body: [{ key: 'a', value: '{{payload.a}}' }] },
      { method: 'POST', url: 'https://example.com/A&B', body: [{ key: 'a', value: 'A&B' }] },
    ],
    ['custom', { custom: { a: '{{payload.a}}' } }, { custom: { a: 'A&B' } }],
  ])('L4, L5: %s', async (type, controlValues, expected) => {
    const { status, body } = await preview([{ type, controlValues }], { previewPayload: { payload: { a: 'A&B' } } });
    expect(status).toBe(201);
    expect(body.data.result).toEqual({
      type,
      preview: expected,
      ...(type === 'email' && { email: expect.objectContaining({ text: 'A&B' }) }),
      ...(type === 'sms' && { sms: { encoding: 'GSM-7', units: 4, segments: 1 } }),
    });
  });

  it('renders control values that are not saved, and saves nothing', async () => {
    const workflow = await created({ steps: [anInAppStep({ stepId: 'a' })] });
    const path = `/v2/workflows/${workflow.slug}/step/${workflow.steps[0].slug}/preview`;
    const { body } = await test.api.post(path, { controlValues: { subject: 'New {{payload.x}}' } });
    expect(body.data.result.preview).toEqual({ subject: 'New x', body: '' });
    expect((await test.api.get(`/v2/workflows/${workflow.workflowId}`)).body.data).toEqual(workflow);
  });

  it('tells what it was rendered with, and which variables there are', async () => {
    const payloadSchema = { type: 'object', properties: { orderId: { type: 'string', examples: ['A-1'] } } };
    const body =
      '{{payload.orderId}} {{steps.step-1.eventCount}} {{context.tenant.data.plan}} {{actor.firstName}} {{subscriber.firstName}}';
    const digest = { type: 'digest', controlValues: { amount: 1, unit: 'hours' } };
    const given = {
      subscriber: { firstName: 'Grace', lastName: null },
      context: { tenant: { id: 'acme', data: { plan: 'pro' } } },
    };
    const answer = await preview([digest, sms(body)], { previewPayload: given }, { payloadSchema });
    const { previewPayloadExample, schema, result } = answer.body.data;
    expect(result.preview.body).toBe('A-1 1 pro Ada Grace');
    expect(previewPayloadExample).toMatchObject({
      subscriber: { firstName: 'Grace', lastName: null, email: 'ada@example.com' },
      actor: { firstName: 'Ada' },
      payload: { orderId: 'A-1' },
      steps: { 'step-1': { eventCount: 1, events: [{ payload: { orderId: 'A-1' } }] } },
      context: given.context,
    });
    expect(schema.properties.payload).toEqual(payloadSchema);
    expect(Object.keys(schema.properties.steps.properties)).toEqual(['step-1']);
    const again = await preview([digest, sms(body)], { previewPayload: previewPayloadExample }, { payloadSchema });
    expect(again.body.data.result).toEqual(result);
  });

  it('L8: masks secrets, and takes given variables in their place', async () => {
    for (const [key, isSecret] of [
      ['OPEN', false],
      ['HIDDEN', true],
    ] as const) {
      await test.api.post('/v1/environment-variables', { key, isSecret, value: `value of ${key}` });
    }
    const stored = await test.connection.collection('environments').findOne({ name: 'Development' });
    for (const key of ['OPEN', 'HIDDEN']) {
      const values = [{ _environmentId: stored!._id.toHexString(), value: `value of ${key}` }];
      expect((await test.api.patch(`/v1/environment-variables/${key}`, { values })).status).toBe(200);
    }
    const step = sms('{{env.OPEN}}, {{env.HIDDEN}}, {{env.name}}');
    const { body } = await preview([step]);
    expect(body.data.result.preview.body).toBe(`value of OPEN, ${MASK}, Development`);
    expect(body.data.previewPayloadExample.env).toMatchObject({ OPEN: 'value of OPEN', HIDDEN: MASK });
    expect(JSON.stringify(body)).not.toContain('value of HIDDEN');
    const given = await preview([step], { previewPayload: { env: { OPEN: 1, HIDDEN: 'other' } } });
    expect(given.body.data.result.preview.body).toBe('1, other, Development');
  });

  it('E14: says what mail programs show of an email besides its HTML', async () => {
    const { body: made } = await test.api.post('/v1/integrations', anEmailIntegration());
    await test.api.post(`/v1/integrations/${made.data._id}/set-primary`, {});
    const shown = async (controlValues: object) =>
      (await preview([{ type: 'email', controlValues: { subject: 's', body: '<h1>Hi</h1>', ...controlValues } }])).body
        .data.result.email;
    expect(await shown({ body: '<h1>Hi</h1><p><a href="https://a.de/">Go</a></p>', editorType: 'html' })).toEqual({
      text: expect.stringMatching(/^HI\s+Go \[?https:\/\/a\.de\//),
      senderName: 'Example',
      senderEmail: 'hello@example.com',
    });
    expect(
      await shown({
        preheader: ' Arrives\non {{payload.day}} ',
        from: { email: 'orders@example.com', name: 'Orders' },
      }),
    ).toMatchObject({ preheader: 'Arrives on day', senderName: 'Orders', senderEmail: 'orders@example.com' });
    expect(await shown({ from: { name: 'Orders' }, useProviderDefaults: true })).toMatchObject({
      senderName: 'Example',
    });
  });

  it('BL20: shows an email in blocks in the language and direction of its texts', async () => {
    const text = [{ type: 'text', text: '{{t.hello}}' }];
    const body = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: text }] });
    const mail = { name: 'Mail', stepId: 'mail', type: 'email', controlValues: { subject: 's', body, layoutId: null } };
    const { workflowId } = await created({ steps: [mail], isTranslationEnabled: true });
    const beginning = async (locale: string) => {
      const previewPayload = { subscriber: { locale } };
      const { body } = await test.api.post(`/v2/workflows/${workflowId}/step/mail/preview`, { previewPayload });
      const { preview, locale: shown } = body.data.result;
      return [shown, /<html[^>]*?(?= xmlns)/.exec(preview.body)?.[0]];
    };
    expect(await beginning('ar')).toEqual([undefined, '<html lang="en"']);
    for (const [locale, hello] of [
      ['en', 'Hello'],
      ['ar_EG', 'مرحبا'],
    ]) {
      const content = { hello };
      await test.api.post('/v2/translations', { resourceType: 'workflow', resourceId: workflowId, locale, content });
    }
    await eventually(async () => expect(await beginning('ar')).toEqual(['ar_EG', '<html lang="ar-EG" dir="rtl"']));
    expect(await beginning('en')).toEqual(['en', '<html lang="en"']);
    expect(await beginning('ja')).toEqual(['en', '<html lang="en"']);
  });

  it('L11: shows an email in the layout that it names', async () => {
    const environment = await test.connection.collection('environments').findOne({ name: 'Development' });
    await test.connection.collection('layouts').insertOne({
      environmentId: environment!._id,
      organizationId: environment!._organizationId ?? environment!.organizationId,
      layoutId: 'frame',
      name: 'Frame',
      isDefault: false,
      isTranslationEnabled: false,
      email: { body: '<main>{{content}}</main>{{payload.a}}', editorType: 'html' },
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    const controlValues = { subject: 's', body: '<p>b</p>', editorType: 'html', layoutId: 'frame' };
    const previewPayload = { payload: { a: 'a' } };
    const { body } = await preview([{ type: 'email', controlValues }], { previewPayload });
    expect(body.data.result.preview).toEqual({ subject: 's', body: '<main><p>b</p></main>a' });
  });

  it.each<[string, object, string]>([
    ['a template without end', { body: 'Hi\n {{payload.a' }, 'body (line 2, column 2): '],
    ['an unknown filter', { body: '{{payload.a | shout}}' }, 'body (line 1, column 1): undefined filter: shout'],
    [
      'a template of a button',
      { body: 'x', primaryAction: { label: '{% if %}' } },
      'primaryAction.label (line 1, column 6): ',
    ],
    ['an endless template', { body: '{% for i in (1..9999999) %}{{i}}{% endfor %}' }, 'body (line '],
  ])('L2: tells where %s breaks', async (_what, controlValues, message) => {
    const { status, body } = await preview([{ type: 'in_app', controlValues }]);
    expect(status).toBe(201);
    expect(body.data.result).toEqual({
      type: 'in_app',
      error: { title: 'The template cannot be rendered', message: expect.any(String), hint: expect.any(String) },
    });
    expect(body.data.result.error.message.slice(0, message.length)).toBe(message);
  });

  it.each<[string, object, string]>([
    ['in_app', { body: '{{payload.empty}}' }, 'body or subject must have content'],
    ['email', { subject: '', body: 'x' }, 'subject must have content'],
  ])('tells what %s cannot be sent', async (type, controlValues, message) => {
    const previewPayload = { payload: { empty: '' } };
    const { body } = await preview([{ type, controlValues }], { previewPayload });
    expect(body.data.result).toMatchObject({ type, error: { title: 'The content is not valid' } });
    expect(body.data.result.error.message.startsWith(message)).toBe(true);
  });

  it.each<[string, object, string]>([
    ['control values that are no object', { controlValues: 'x' }, 'controlValues'],
    ['null control values', { controlValues: null }, 'controlValues'],
    ['a wrong control value', { controlValues: { body: 5 } }, 'controlValues.body'],
    ['a payload that is no object', { previewPayload: { payload: [] } }, 'previewPayload.payload'],
    ['a null preview payload', { previewPayload: null }, 'previewPayload'],
    ['a subscriber that is a text', { previewPayload: { subscriber: 'ada' } }, 'previewPayload.subscriber'],
    [
      'a name that is a number',
      { previewPayload: { subscriber: { firstName: 1 } } },
      'previewPayload.subscriber.firstName',
    ],
    ['a long name', { previewPayload: { actor: { lastName: 'a'.repeat(4097) } } }, 'previewPayload.actor.lastName'],
    ['null steps', { previewPayload: { steps: null } }, 'previewPayload.steps'],
    ['a context without id', { previewPayload: { context: { tenant: {} } } }, 'context.tenant'],
    ['an environment that is a list', { previewPayload: { env: [] } }, 'previewPayload.env'],
  ])('refuses %s', async (_what, request, field) => {
    const { status, body } = await preview([sms('x')], request);
    expect([status, Object.keys(body.errors)]).toEqual([422, expect.arrayContaining([field])]);
  });

  it('shows a step that is not saved yet, of the type that is named, as if it were the last', async () => {
    const { workflowId } = await created({ steps: [{ name: 'Digest', stepId: 'digest', type: 'digest' }] });
    const path = `/v2/workflows/${workflowId}/step/new/preview`;
    const controlValues = { subject: 'Hi', body: '{{steps.digest.eventCount}}' };
    const { status, body } = await test.api.post(path, { type: 'email', controlValues });
    expect(status).toBe(201);
    expect(body.data.result).toMatchObject({ type: 'email', preview: { subject: 'Hi' } });
    expect(body.data.schema.properties.steps.properties).toHaveProperty('digest');
    expect((await test.api.post(path, { type: 'sms', controlValues: { body: 5 } })).status).toBe(422);
    expect((await test.api.post(path, { type: 'letter' })).status).toBe(422);
    expect((await test.api.get(`/v2/workflows/${workflowId}`)).body.data.steps).toHaveLength(1);
  });

  it('L6: follows the settings of the environment, as a delivery does', async () => {
    const step = anInAppStep({ controlValues: { body: 'x', redirect: { url: 'myapp://orders/7' } } });
    const path = `/v1/environments/${(await test.api.get('/v1/environments/me')).body.data._id}`;
    const shown = async () => (await preview([step])).body.data.result.preview.redirect?.url;
    expect(await shown()).toBeUndefined();
    await test.api.put(path, { linkSchemes: ['myapp:'] });
    expect(await shown()).toBe('myapp://orders/7');
    await test.api.put(path, { linkSchemes: [] });
  });

  it('is 404 for an unknown workflow or step, and for those of another environment', async () => {
    const { workflowId, steps } = await created({ steps: [anInAppStep()] });
    const paths = [`no-such-workflow/step/${steps[0].stepId}`, `${workflowId}/step/no-such-step`];
    for (const path of paths) expect((await test.api.post(`/v2/workflows/${path}/preview`, {})).status).toBe(404);
    const own = `/v2/workflows/${workflowId}/step/${steps[0].stepId}/preview`;
    expect((await test.otherApi.post(own, {})).body.message).toBe(`Workflow '${workflowId}' was not found`);
  });
});

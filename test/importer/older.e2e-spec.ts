import { startTestApp, type TestApp } from '../test-app.js';
import { importing, listening, type Printed } from './importer-scene.js';
import { OlderApi } from './older-api.js';

/** What the report names: to be entered by a person, and not carried over. */
const ENTER = [
  'environment Production: an import reads the environments of its keys: repeat it with the keys of this one on both sides',
  'integration old-mail: its credentials, and switch it on; make it primary',
  'workflow guarded: it is switched off, because a condition was lost: look at its steps and switch it on',
];

const LOST = [
  'integration old-carrier: Carillon does not send through carrier-pigeon',
  "layout shop: the variable 'branding.color', which is empty",
  "workflow order-shipped: step 'Inbox': its feed: tags of the workflow take that place",
  "workflow order-shipped: step 'Inbox': the avatar of the actor",
  "workflow order-shipped: step 'Mail': the name of the sender: the integration or `from` says it",
  "workflow order-shipped: step 'Mail': 1 variants: its own content is used for everyone",
  "workflow order-shipped: step 'Mail': replies are not handed to an address: no email is received",
  "workflow order-shipped, workflow guarded: the notification group 'Shop' is a tag",
  "workflow guarded: step 'Sms': the helper 'numberFormat', in whose place its first value is printed",
  "workflow guarded: step 'Sms': the condition on the response of https://example.com/check",
  "workflow guarded: step 'Off': it was switched off, and is left out",
  'workflow guarded: 1 overrides by tenant: use conditions of steps over tenant',
  'subscriber broken: email, which must be one email address, as in ada@example.com',
];

describe('the importer reads the older API', () => {
  let older: OlderApi;
  let target: TestApp;
  let from: { url: string; apiKey: string };
  let to: { url: string; apiKey: string };
  let first: Printed;

  beforeAll(async () => {
    older = await OlderApi.start();
    target = await startTestApp();
    from = { url: older.url, apiKey: 'older-key' };
    to = { url: await listening(target), apiKey: target.api.apiKey! };
    first = await importing(from, to);
  });

  afterAll(async () => {
    await older.close();
    await target.close();
  });

  /** The lines under a heading of the report. */
  const under = (heading: string) =>
    (first.text.split(`\n${heading}\n`)[1] ?? '')
      .split('\n\n')[0]!
      .split('\n')
      .map((line) => line.trim());

  it('and names every loss', () => {
    expect(under('Not carried over').toSorted()).toEqual(LOST.toSorted());
    expect(under('To be entered by a person').toSorted()).toEqual(ENTER.toSorted());
    expect(older.refused).toBeGreaterThan(0);
  });

  it('and says which records break a rule', () => {
    expect(first.code).toBe(1);
    expect(under('Failed')).toEqual([expect.stringMatching(/^subscriber broken: data /)]);
  });

  it('turning steps with message templates into steps of today', async () => {
    const { _id } = (await target.api.get('/v1/environments/me')).body.data;
    const { workflows, layouts } = (await target.api.get(`/v2/environments/${_id}/definitions`)).body.data;
    expect(layouts).toMatchObject([
      {
        layoutId: 'shop',
        email: { body: '<main>{{ content }}</main> {{ payload.branding.color }}', editorType: 'html' },
      },
    ]);
    const [guarded, shipped] = workflows;
    expect(shipped).toMatchObject({
      workflowId: 'order-shipped',
      active: true,
      tags: ['orders', 'Shop'],
      preferences: { user: { all: { enabled: true, readOnly: true }, channels: { sms: { enabled: false } } } },
      steps: [
        {
          stepId: 'inbox',
          type: 'in_app',
          controlValues: {
            body: '{% if payload.vip and payload.vip != 0 and payload.vip.size != 0 %}Dear{% else %}Hi{% endif %} {{ subscriber.firstName }}, order {{ payload.orderId }}',
            redirect: { url: '/orders/{{ payload.orderId }}' },
            primaryAction: { label: 'Show', redirect: { url: '/orders/{{ payload.orderId }}' } },
          },
        },
        {
          stepId: 'digest',
          type: 'digest',
          controlValues: {
            type: 'regular',
            amount: 5,
            unit: 'minutes',
            digestKey: 'payload.shop',
            lookBackWindow: { amount: 1, unit: 'hours' },
          },
        },
        {
          stepId: 'mail',
          type: 'email',
          controlValues: {
            subject: '{{ steps.digest.eventCount }} orders',
            editorType: 'html',
            layoutId: 'shop',
            shouldStopOnFail: true,
            body:
              '<div style="text-align: center">Hi {{ subscriber.firstName | upcase }}</div>\n' +
              '<div style="text-align: left"><a href="https://example.com/{{ payload.orderId }}">Show</a></div>',
            skip: {
              and: [
                { '>': [{ var: 'payload.amount' }, '100'] },
                { or: [{ null: [{ var: 'steps.inbox.read' }] }, { '==': [{ var: 'steps.inbox.read' }, false] }] },
              ],
            },
          },
        },
      ],
    });
    expect(guarded).toMatchObject({
      workflowId: 'guarded',
      active: false,
      steps: [
        { type: 'sms', controlValues: { body: '{{ payload.price }}' } },
        { type: 'delay', controlValues: { type: 'dynamic', dynamicKey: 'payload.sendAt' } },
        { type: 'push', controlValues: { subject: 'Hi {{ payload.name }}', body: 'B' } },
      ],
    });
    // Nothing is wrong with a step but that its integration waits for credentials.
    const { issues = {} } = (await target.api.get('/v2/workflows/order-shipped')).body.data;
    expect(issues).toEqual({});
  });

  it('with subscribers, topics, tenants and preferences', async () => {
    const { body } = await target.api.get('/v2/subscribers?limit=10');
    expect(body.data.map(({ subscriberId }: { subscriberId: string }) => subscriberId).toSorted()).toEqual([
      'ada',
      'grace',
    ]);
    const members = (await target.api.get('/v2/topics/orders/subscriptions')).body.data;
    expect(
      members.map(({ subscriber }: { subscriber: { subscriberId: string } }) => subscriber.subscriberId).toSorted(),
    ).toEqual(['ada', 'grace']);
    expect((await target.api.get('/v1/tenants/acme')).body.data).toMatchObject({
      name: 'Acme',
      data: { region: 'eu' },
    });
    const { global, workflows } = (await target.api.get('/v2/subscribers/ada/preferences?criticality=all')).body.data;
    expect(global.channels.chat).toBe(false);
    const guarded = workflows.find(
      ({ workflow }: { workflow: { identifier: string } }) => workflow.identifier === 'guarded',
    );
    expect(guarded.channels).toEqual({ sms: false, push: true });
  });

  it('and changes nothing the second time', async () => {
    const { text } = await importing(from, to);
    // The one that breaks a rule is tried again.
    expect(text).toMatch(/^1 resources are to be written/m);
    expect(text).toMatch(/subscribers: 0 created|subscribers: 1 created, 0 changed, 2 unchanged, 1 failed/);
    expect(text).toMatch(/workflows: 0 created, 0 changed, 3 unchanged, 0 failed/);
    expect(text).toMatch(/topics: 0 created, 0 changed, 1 unchanged, 0 failed/);
    expect(text).toMatch(/preferences: 0 created, 0 changed, 3 unchanged, 0 failed/);
  });

  it('ends with a message when the server is something else', async () => {
    await expect(importing({ url: `${older.url}/app`, apiKey: 'older-key' }, to)).rejects.toThrow(
      /is not a Novu-compatible server/,
    );
  });
});

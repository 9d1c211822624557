import type { ApiClient, ApiResponse } from '../api-client.js';
import { aConnection, anEndpoint, aSlackIntegration } from '../builders/channel.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { run } from '../../src/importer/run.js';
import { KINDS } from '../../src/importer/import.js';
import type { TestApp } from '../test-app.js';

/** An application that listens, with the key of an environment. */
export interface Side {
  url: string;
  apiKey: string;
  /** Those of further environments. */
  apiKeys?: string[];
}

/** What the program prints, and its exit code. */
export interface Printed {
  code: number;
  text: string;
}

export async function importing(from: Side, to: Side, options: { planOnly?: boolean } = {}): Promise<Printed> {
  const lines: string[] = [];
  const server = ({ url, apiKey, ...other }: Side) => ({ url, apiKeys: [apiKey, ...(other.apiKeys ?? [])] });
  const args = { from: server(from), to: server(to), planOnly: false, kinds: KINDS, concurrency: 4, ...options };
  const code = await run(args, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

/** The address of an application, which listens from now on. */
export async function listening({ app }: TestApp): Promise<string> {
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

async function ok(response: Promise<ApiResponse>): Promise<ApiResponse['body']> {
  const { status, body } = await response;
  expect({ status, body: status < 300 ? {} : body }).toEqual({ status: expect.any(Number), body: {} });
  expect(status).toBeLessThan(300);
  return body;
}

const ROW = { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] };

/** Fills an environment with something of every kind. `count`: of further subscribers. */
export async function fill(api: ApiClient, environmentId: string, count = 0): Promise<void> {
  await ok(api.post('/v1/environments', { name: 'Staging', color: '#33aa77' }));
  const values = [{ _environmentId: environmentId, value: 'https://shop.example.com' }];
  await ok(api.post('/v1/environment-variables', { key: 'SHOP_URL', values }));
  const secret = [{ _environmentId: environmentId, value: 'very-secret' }];
  await ok(api.post('/v1/environment-variables', { key: 'TOKEN', isSecret: true, values: secret }));
  await ok(
    api.post('/v1/integrations', {
      name: 'Mail',
      identifier: 'shop-mail',
      providerId: 'sendgrid',
      channel: 'email',
      active: true,
      credentials: { apiKey: 'SG.very-secret', from: 'shop@example.com', senderName: 'Shop' },
    }),
  );
  await ok(api.post('/v1/integrations', aSlackIntegration({ identifier: 'shop-slack' })));
  await ok(api.post('/v2/contexts', { type: 'tenant', id: 'acme', data: { plan: 'pro' } }));
  await ok(api.post('/v1/tenants', { identifier: 'acme', name: 'Acme', data: { region: 'eu' } }));
  await fillDefinitions(api);
  await fillSubscribers(api, count);
}

async function fillDefinitions(api: ApiClient): Promise<void> {
  await ok(api.post('/v2/layouts', { layoutId: 'plain', name: 'Plain' }));
  await ok(api.post('/v2/layouts', { layoutId: 'brand', name: 'Brand' }));
  const email = { body: '<b>{{content}}</b>', editorType: 'html' };
  const layout = await ok(api.put('/v2/layouts/brand', { name: 'Brand', controlValues: { email } }));
  const steps = [
    anInAppStep({ stepId: 'note', controlValues: { body: 'Hello {{payload.name}}', subject: 'Order' } }),
    { name: 'Wait', stepId: 'wait', type: 'digest', controlValues: { amount: 5, unit: 'minutes' } },
    {
      name: 'Mail',
      stepId: 'mail',
      type: 'email',
      controlValues: {
        body: '<p>{{t.greeting}}</p>',
        editorType: 'html',
        // By its internal id, which means nothing in another installation.
        layoutId: layout.data._id,
        skip: { '==': [{ var: 'payload.vip' }, true] },
      },
    },
    {
      name: 'Chat',
      stepId: 'chat',
      type: 'chat',
      controlValues: { body: 'Hi' },
      providerOverrides: { slack: { a: 1 } },
    },
    {
      name: 'Call',
      stepId: 'call',
      type: 'http_request',
      controlValues: { method: 'GET', url: 'https://example.com' },
    },
  ];
  const preferences = { user: { all: { enabled: true, readOnly: false }, channels: { sms: { enabled: false } } } };
  await ok(
    api.post(
      '/v2/workflows',
      aWorkflow({
        workflowId: 'order',
        description: 'About orders',
        tags: ['orders'],
        severity: 'high',
        steps,
        preferences,
        isTranslationEnabled: true,
        strictVariables: true,
        validatePayload: true,
        payloadSchema: { type: 'object', properties: { name: { type: 'string' } } },
      }),
    ),
  );
  await ok(api.post('/v2/workflows', aWorkflow({ workflowId: 'digest', active: false })));
  const block = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] });
  const drawn = [
    { name: 'Mail', type: 'email', controlValues: { subject: 'Drawn', body: block, editorType: 'block' } },
  ];
  await ok(api.post('/v2/workflows', aWorkflow({ workflowId: 'drawn', steps: drawn })));
  for (const [resourceType, resourceId] of [
    ['workflow', 'order'],
    ['layout', 'brand'],
  ]) {
    const texts = { resourceType, resourceId, locale: 'de_DE', content: { greeting: 'Hallo' } };
    await ok(api.post('/v2/translations', texts));
  }
}

async function fillSubscribers(api: ApiClient, count: number): Promise<void> {
  const ada = {
    subscriberId: 'ada',
    firstName: 'Ada',
    email: 'ada@example.com',
    locale: 'de_DE',
    data: { plan: 'pro' },
  };
  const grace = { subscriberId: 'grace@example.com', lastName: 'Hopper', timezone: 'Europe/London' };
  const more = Array.from({ length: count }, (_, index) => ({ subscriberId: `s-${index}`, firstName: `S ${index}` }));
  for (let start = 0; start < more.length; start += 400) {
    await ok(api.post('/v1/subscribers/bulk', { subscribers: more.slice(start, start + 400) }));
  }
  await ok(api.post('/v1/subscribers/bulk', { subscribers: [ada, grace] }));
  const credentials = { webhookUrl: 'https://chat.example.com/hooks/very-secret' };
  await ok(
    api.put('/v1/subscribers/ada/credentials', {
      providerId: 'slack',
      integrationIdentifier: 'shop-slack',
      credentials,
    }),
  );
  const owner = { integrationIdentifier: 'shop-slack', subscriberId: 'ada', context: { tenant: 'acme' } };
  await ok(api.post('/v1/channel-connections', aConnection({ ...owner, identifier: 'ada-work' })));
  await ok(
    api.post(
      '/v1/channel-endpoints',
      anEndpoint({ ...owner, identifier: 'ada-slack', connectionIdentifier: 'ada-work' }),
    ),
  );
  await ok(api.post('/v2/topics', { key: 'orders', name: 'Orders', selfSubscribe: true, data: { region: 'eu' } }));
  const condition = { '>': [{ var: 'payload.amount' }, 100] };
  await ok(
    api.post('/v2/topics/orders/subscriptions', {
      subscriptions: [{ subscriberId: 'ada', identifier: 'large', name: 'Large orders' }],
      preferences: [{ workflowId: 'order', condition }],
    }),
  );
  await ok(
    api.post('/v2/topics/orders/subscriptions', {
      subscriptions: ['ada', 'grace@example.com'],
      context: { tenant: 'acme' },
    }),
  );
  const path = '/v2/subscribers/ada/preferences';
  await ok(
    api.patch(path, { channels: { chat: false }, schedule: { isEnabled: true, weeklySchedule: { monday: ROW } } }),
  );
  await ok(api.patch(path, { workflowId: 'order', channels: { email: false, in_app: true } }));
  const within = { context: { tenant: 'acme' } };
  await ok(api.patch(path, { ...within, channels: { push: false } }));
  await ok(api.patch(path, { ...within, workflowId: 'order', channels: { email: false } }));
}

/** Fields that differ between installations, or that no import carries over. */
const OWN = [
  '_id',
  'id',
  '_organizationId',
  '_environmentId',
  '_parentId',
  '_integrationId',
  'createdAt',
  'updatedAt',
  'subscriptionId',
  'slug',
];

/** What an environment has, by kind, in a form that is equal in two environments with equal content. */
export async function contentsOf(api: ApiClient, environmentId: string): Promise<Record<string, unknown>> {
  const listed = async (path: string) => (await ok(api.get(path))).data as Record<string, unknown>[];
  const sorted = (list: unknown[]) => list.map((one) => JSON.stringify(bare(one))).toSorted();
  const people = await listed('/v2/subscribers?limit=100');
  const variables = (await listed('/v1/environment-variables')).map(({ values, ...one }) => ({
    ...one,
    values: (values as { _environmentId: string; value: string }[]).flatMap(({ _environmentId, value }) =>
      _environmentId === environmentId && one['isSecret'] === false ? [value] : [],
    ),
  }));
  const integrations = (await ok(api.get('/v1/integrations'))) as Record<string, unknown>[];
  return {
    variables: sorted(variables),
    integrations: sorted(
      integrations
        .filter((one) => one['_environmentId'] === environmentId && one['channel'] !== 'in_app')
        .map(({ name, identifier, providerId, channel, conditions }) => [
          name,
          identifier,
          providerId,
          channel,
          conditions,
        ]),
    ),
    contexts: sorted(await listed('/v2/contexts?limit=100')),
    tenants: sorted(await listed('/v1/tenants?limit=100')),
    definitions: (await ok(api.get(`/v2/environments/${environmentId}/definitions`))).data,
    subscribers: sorted(people),
    connections: sorted(await listed('/v1/channel-connections?limit=100')),
    endpoints: sorted(await listed('/v1/channel-endpoints?limit=100')),
    topics: sorted(await listed('/v2/topics?limit=100')),
    subscriptions: sorted(await listed('/v2/topics/orders/subscriptions?limit=100')),
    preferences: sorted([
      (await ok(api.get('/v2/subscribers/ada/preferences?criticality=all'))).data,
      (await ok(api.get('/v2/subscribers/ada/preferences?criticality=all&contextKeys=tenant:acme'))).data,
      (await ok(api.get('/v2/subscribers/grace@example.com/preferences?criticality=all'))).data,
    ]),
  };
}

function bare(value: unknown): unknown {
  // Some lists are in the order of creation.
  if (Array.isArray(value))
    return value.map(bare).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !OWN.includes(name) || typeof value !== 'object');
  return Object.fromEntries(members.toSorted(([a], [b]) => a.localeCompare(b)).map(([name, one]) => [name, bare(one)]));
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const ENVIRONMENT = '65a0000000000000000000e1';
const OTHER = '65a0000000000000000000e2';

/** A step with its message template, in the form of the older API. */
const step = (name: string, template: object, more: object = {}) => ({
  _id: `65a0000000000000000000${name.length.toString(16).padStart(2, '0')}`,
  uuid: `uuid-${name}`,
  name,
  active: true,
  shouldStopOnFail: false,
  filters: [],
  variants: [],
  template,
  ...more,
});

const filter = (...children: object[]) => ({ isNegated: false, type: 'BOOLEAN', value: 'AND', children });

const workflow = (id: string, identifier: string, steps: object[], more: object = {}) => ({
  _id: id,
  name: identifier,
  description: '',
  active: true,
  draft: false,
  critical: false,
  tags: [],
  preferenceSettings: { email: true, sms: true, in_app: true, chat: true, push: true },
  _notificationGroupId: 'group-1',
  triggers: [{ type: 'event', identifier, variables: [], subscriberVariables: [] }],
  steps,
  ...more,
});

const WORKFLOWS = [
  workflow(
    '65a000000000000000000001',
    'order-shipped',
    [
      step('Inbox', {
        type: 'in_app',
        content: '{{#if vip}}Dear{{else}}Hi{{/if}} {{subscriber.firstName}}, order {{orderId}}',
        cta: {
          type: 'redirect',
          data: { url: '/orders/{{orderId}}' },
          action: { status: '', buttons: [{ type: 'primary', content: 'Show' }] },
        },
        actor: { type: 'system_icon', data: 'info' },
        _feedId: 'feed-1',
      }),
      step(
        'Digest',
        { type: 'digest' },
        {
          metadata: {
            type: 'backoff',
            amount: 5,
            unit: 'minutes',
            digestKey: 'shop',
            backoff: true,
            backoffAmount: 1,
            backoffUnit: 'hours',
          },
        },
      ),
      step(
        'Mail',
        {
          type: 'email',
          subject: '{{step.total_count}} orders',
          contentType: 'editor',
          senderName: 'Shop',
          content: [
            { type: 'text', content: 'Hi {{uppercase subscriber.firstName}}', styles: { textAlign: 'center' } },
            { type: 'button', content: 'Show', url: 'https://example.com/{{orderId}}' },
          ],
          _layoutId: 'layout-1',
        },
        {
          shouldStopOnFail: true,
          filters: [
            filter(
              { on: 'payload', field: 'amount', operator: 'LARGER', value: '100' },
              { on: 'previousStep', step: 'uuid-Inbox', stepType: 'unread' },
            ),
          ],
          variants: [step('Variant', { type: 'email', content: 'x', subject: 'x' })],
          replyCallback: { active: true, url: 'https://example.com/reply' },
        },
      ),
    ],
    {
      critical: true,
      tags: ['orders'],
      preferenceSettings: { email: true, sms: false, in_app: true, chat: true, push: true },
    },
  ),
  workflow('65a000000000000000000002', 'guarded', [
    step(
      'Sms',
      { type: 'sms', content: '{{numberFormat price}}' },
      {
        filters: [
          filter({
            on: 'webhook',
            webhookUrl: 'https://example.com/check',
            field: 'ok',
            operator: 'EQUAL',
            value: 'true',
          }),
        ],
      },
    ),
    step('Off', { type: 'push', title: 'A', content: 'B' }, { active: false }),
    step('Later', { type: 'delay' }, { metadata: { type: 'scheduled', delayPath: 'sendAt' } }),
    step('Phone', { type: 'push', title: 'Hi {{name}}', content: 'B' }),
  ]),
];

const LAYOUTS = [
  {
    _id: 'layout-1',
    identifier: 'shop',
    name: 'Shop',
    isDefault: true,
    content: '<main>{{{body}}}</main> {{branding.color}}',
  },
];

const PREFERENCES: Record<string, { own: object[]; global: object[] }> = {
  ada: {
    global: [
      {
        preference: {
          enabled: true,
          channels: { email: true, sms: true, in_app: true, chat: false, push: true },
          overrides: [],
        },
      },
    ],
    own: [
      {
        template: {
          _id: '65a000000000000000000001',
          name: 'guarded',
          critical: false,
          triggers: [{ identifier: 'guarded' }],
        },
        preference: {
          enabled: true,
          channels: { sms: false, push: true },
          overrides: [{ channel: 'sms', source: 'subscriber' }],
        },
      },
    ],
  },
};

const SUBSCRIBERS = [
  { _id: 's1', subscriberId: 'ada', firstName: 'Ada', lastName: null, email: 'ada@example.com', channels: [] },
  { _id: 's2', subscriberId: 'grace', firstName: 'Grace', phone: '', channels: [], data: { plan: 'pro' } },
  { _id: 's3', subscriberId: 'broken', email: 'not an address', channels: [], data: { $set: 1 } },
];

const INTEGRATIONS = [
  {
    _id: 'i1',
    _environmentId: ENVIRONMENT,
    identifier: 'old-mail',
    name: 'Mail',
    providerId: 'sendgrid',
    channel: 'email',
    active: true,
    primary: true,
    credentials: {},
    conditions: [],
  },
  {
    _id: 'i2',
    _environmentId: ENVIRONMENT,
    identifier: 'old-carrier',
    name: 'Pigeon',
    providerId: 'carrier-pigeon',
    channel: 'sms',
    active: true,
    credentials: {},
    conditions: [],
  },
  {
    _id: 'i3',
    _environmentId: OTHER,
    identifier: 'old-other',
    name: 'Other',
    providerId: 'sendgrid',
    channel: 'email',
    active: true,
    credentials: {},
    conditions: [],
  },
];

const page = (data: object[], more: object = {}) => ({
  page: 0,
  pageSize: 100,
  totalCount: data.length,
  hasMore: false,
  data,
  ...more,
});

/** Responses by path, as a server of 2024 that its owner runs gives them. */
const RESPONSES: Record<string, unknown> = {
  '/v1/environments/me': { data: { _id: ENVIRONMENT, name: 'Development', identifier: 'abc' } },
  '/v1/environments': {
    data: [
      { _id: ENVIRONMENT, name: 'Development' },
      { _id: OTHER, name: 'Production' },
    ],
  },
  '/v1/integrations': { data: INTEGRATIONS },
  '/v1/tenants': page([{ _id: 't1', identifier: 'acme', name: 'Acme', data: { region: 'eu' } }]),
  '/v1/notification-groups': { data: [{ _id: 'group-1', name: 'Shop' }] },
  '/v1/workflows': page(WORKFLOWS.map(({ steps: _steps, ...one }) => one)),
  ...Object.fromEntries(WORKFLOWS.map((one) => [`/v1/workflows/${one._id}`, { data: one }])),
  '/v1/workflow-overrides': page([
    { _id: 'o1', _workflowId: '65a000000000000000000002', _tenantId: 't1', active: false },
  ]),
  '/v1/layouts': page(LAYOUTS),
  '/v1/subscribers': page(SUBSCRIBERS),
  '/v1/topics': {
    page: 0,
    totalCount: 1,
    pageSize: 10,
    data: [{ _id: 'p1', key: 'orders', name: 'Orders', subscribers: ['ada'] }],
  },
  '/v1/topics/orders': { data: { _id: 'p1', key: 'orders', name: 'Orders', subscribers: ['ada', 'grace'] } },
  ...Object.fromEntries(
    SUBSCRIBERS.flatMap(({ subscriberId }) => [
      [`/v1/subscribers/${subscriberId}/preferences`, { data: PREFERENCES[subscriberId]?.own ?? [] }],
      [`/v1/subscribers/${subscriberId}/preferences/global`, { data: PREFERENCES[subscriberId]?.global ?? [] }],
    ]),
  ),
};

/** A server with the older API alone: everything else is a 404, and now and then it is busy. */
export class OlderApi {
  /** Requests that it has refused because it was busy. */
  refused = 0;
  private count = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OlderApi> {
    const server = createServer((request, response) => {
      const path = (request.url ?? '').split('?')[0]!;
      const isKnown = request.headers.authorization === 'ApiKey older-key';
      const isBusy = ++api.count % 10 === 0;
      if (isBusy) api.refused++;
      const status = !isKnown ? 401 : isBusy ? 429 : path in RESPONSES ? 200 : 404;
      response.writeHead(status, { 'content-type': 'application/json', ...(isBusy && { 'retry-after': '0' }) });
      response.end(
        JSON.stringify(status === 200 ? RESPONSES[path] : { statusCode: status, message: `Cannot GET ${path}` }),
      );
    });
    const api = new OlderApi(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

import { aPng } from '../../libs/pictures/testing/files.js';
import { aForm } from '../builders/form.js';
import type { TestApp } from '../test-app.js';
import { SENDER_SCREENS } from './sender-screens.js';

/** A screen of the console, for the checks that all of them pass: `screens.browser-spec.ts`. */
export interface Screen {
  /** Path below /console, as an owner sees it. */
  path: string;
  /** The heading by which it is known that the screen is there; left out with `via`. */
  heading?: string;
  /** For a screen whose address nobody knows before: the list and its link that lead there. */
  via?: { path: string; heading: string; link: string | RegExp };
  /** A text that comes with the data. */
  shows?: string;
  /** For a screen that is seen before signing in. */
  isOutside?: boolean;
  /** Stores what it shows. Rows share one environment: use ids of your own. */
  prepare?: (test: TestApp) => Promise<unknown>;
}

const SCRIPT = `<script>document.title='owned'</script><img src=x onerror="document.title='owned'">`;

const PARCEL_NEWS = {
  name: 'Parcel news',
  workflowId: 'parcel-news',
  description: SCRIPT,
  tags: ['orders'],
  active: true,
  payloadSchema: { type: 'object', properties: { orderId: { type: 'string' } } },
  steps: [
    {
      name: `Email ${SCRIPT}`,
      stepId: 'email',
      type: 'email',
      controlValues: {
        subject: 'Parcel {{payload.orderId}}',
        body: `<style>p { color: teal }</style><p style="margin: 4px">Hello</p><img src="https://example.com/a.png">${SCRIPT}`,
        editorType: 'html',
      },
    },
    { name: 'Wait', stepId: 'wait', type: 'delay', controlValues: { type: 'regular', amount: 2, unit: 'hours' } },
    {
      name: 'Inbox',
      stepId: 'inbox',
      type: 'in_app',
      controlValues: {
        subject: 'Your parcel',
        body: `It is on its way. ${SCRIPT}`,
        primaryAction: { label: 'View', redirect: { url: '/orders' } },
        skip: { and: [{ '==': [{ var: 'payload.urgent' }, true] }, { '!!': [{ var: 'subscriber.email' }] }] },
      },
    },
    {
      name: 'Call',
      stepId: 'call',
      type: 'http_request',
      controlValues: { method: 'POST', url: 'https://example.com', headers: [{ key: 'x-a', value: 'b' }] },
    },
  ],
};

/** A run that sends nothing, because there is no integration for SMS. Its payload tries to be a script. */
async function triggered(api: TestApp['api'], transactionId: string): Promise<void> {
  const steps = [{ name: '<b>Code</b>', type: 'sms', controlValues: { body: 'Code' } }];
  await api.workflow({ name: '<i>Sign-in</i>', workflowId: 'seen-workflow', steps });
  const payload = { text: '<script>document.title = "owned"</script>' };
  await api.trigger('seen-workflow', { to: 'grace', transactionId, payload });
  await api.get(`/v1/events/trigger/${transactionId}?wait=10`);
}

/** All screens. A new screen gets all checks by a row here. */
export const SCREENS: Screen[] = [
  { path: '/sign-in', heading: 'Sign in', shows: 'Password', isOutside: true },
  { path: '/accept#token=used', heading: 'One-time link', shows: 'This link does not work', isOutside: true },
  {
    path: '/subscribers',
    heading: 'Subscribers',
    shows: 'Grace Hopper',
    prepare: ({ api }) =>
      api.post('/v2/subscribers', {
        subscriberId: 'grace',
        firstName: 'Grace',
        lastName: 'Hopper',
        email: 'grace@example.com',
        data: { plan: 'pro' },
      }),
  },
  { path: '/subscribers?search=nobody-is-called-that', heading: 'Subscribers', shows: 'No results' },
  { path: '/subscribers/grace', heading: 'Grace Hopper', shows: 'Erase' },
  { path: '/subscribers/grace?tab=inbox', heading: 'Grace Hopper', shows: 'Show inbox' },
  {
    path: '/subscribers/grace?tab=channels',
    heading: 'Grace Hopper',
    shows: 'There is no phone number in the profile',
  },
  { path: '/subscribers/grace?tab=preferences', heading: 'Grace Hopper', shows: 'Only notify during these hours' },
  { path: '/subscribers/grace?tab=consent', heading: 'Grace Hopper', shows: 'No choices yet' },
  { path: '/subscribers/grace?tab=topics', heading: 'Grace Hopper', shows: 'Not subscribed to any topic' },
  { path: '/subscribers/grace?tab=activity', heading: 'Grace Hopper' },
  { path: '/subscribers/nobody', heading: 'nobody', shows: 'was not found' },
  { path: '/create/subscriber', heading: 'Create subscriber' },
  {
    path: '/workflows',
    heading: 'Workflows',
    shows: 'Parcel news',
    prepare: ({ api }) => api.post('/v2/workflows', PARCEL_NEWS),
  },
  { path: '/workflows/parcel-news', heading: 'Parcel news', shows: 'Subject: Parcel' },
  { path: '/workflows/parcel-news?step=inbox', heading: 'Parcel news', shows: 'Your parcel' },
  { path: '/workflows/parcel-news?step=wait', heading: 'Parcel news', shows: 'Makes the run wait' },
  { path: '/workflows/parcel-news?step=call', heading: 'Parcel news', shows: 'Calls an address' },
  { path: '/workflows/parcel-news?tab=settings', heading: 'Parcel news', shows: 'Description' },
  { path: '/workflows/parcel-news?tab=payload', heading: 'Parcel news', shows: 'Enforce schema' },
  { path: '/workflows/parcel-news?tab=preferences', heading: 'Parcel news', shows: 'Critical' },
  { path: '/workflows/parcel-news?tab=test', heading: 'Parcel news', shows: 'Send to me' },
  { path: '/workflows/parcel-news?tab=code', heading: 'Parcel news', shows: '/v1/events/trigger' },
  { path: '/workflows/parcel-news?tab=funnel', heading: 'Parcel news', shows: 'Messages of the period' },
  { path: '/workflows/parcel-news?tab=history', heading: 'Parcel news', shows: 'It was made with 4 steps' },
  {
    path: '/workflows/in-blocks',
    heading: 'Made of blocks',
    shows: 'Convert to HTML',
    prepare: ({ api }) => {
      const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello {{subscriber.firstName}}' }] }];
      const body = JSON.stringify({ type: 'doc', content });
      const steps = [{ name: 'Email', type: 'email', controlValues: { subject: 'Hello', body, editorType: 'block' } }];
      return api.post('/v2/workflows', { name: 'Made of blocks', workflowId: 'in-blocks', steps });
    },
  },
  { path: '/workflows/no-such', heading: 'no-such', shows: 'was not found' },
  { path: '/create/workflow', heading: 'Create workflow' },
  {
    path: '/layouts',
    heading: 'Layouts',
    shows: 'Parcel frame',
    prepare: async ({ api }) => {
      await api.post('/v2/layouts', { layoutId: 'parcel-frame', name: 'Parcel frame', isTranslationEnabled: true });
      const body = '<header style="color: teal">{{t.shop}}</header>{{content}}';
      const controlValues = { email: { body, editorType: 'html' } };
      await api.put('/v2/layouts/parcel-frame', { name: 'Parcel frame', controlValues });
      const content = { shop: '<b>Shop</b>', footer: { imprint: 'Main Street 1' } };
      await api.post('/v2/translations', {
        resourceType: 'layout',
        resourceId: 'parcel-frame',
        locale: 'en_US',
        content,
      });
    },
  },
  { path: '/layouts/parcel-frame', heading: 'Parcel frame', shows: 'Default: also used by' },
  { path: '/create/layout', heading: 'Create layout' },
  {
    path: '/assets',
    heading: 'Assets',
    shows: 'logo.png',
    prepare: ({ api }) => {
      const form = aForm([['file', 'logo.png', aPng({ width: 300, height: 100 })]], { alt: SCRIPT });
      return api.request({ method: 'POST', url: '/v1/assets', ...form });
    },
  },
  { path: '/assets?search=nothing-like-that', heading: 'Assets', shows: 'No results' },
  {
    path: '/brand',
    heading: 'Brand',
    shows: 'Open your account',
    prepare: ({ api }) =>
      api.put('/v1/brand', {
        name: SCRIPT.slice(0, 80),
        color: '#0b6b5c',
        footer: { address: SCRIPT, unsubscribe: 'Unsubscribe' },
      }),
  },
  { path: '/translations?type=layout', heading: 'Translations', shows: 'en_US' },
  {
    path: '/translations/layout/parcel-frame?locale=de_DE',
    heading: 'Texts of Parcel frame',
    shows: 'Missing',
  },
  {
    path: '/environments/compare?open=workflow:compared',
    heading: 'Compare environments',
    shows: 'brings the layout',
    prepare: async ({ api, otherApi }) => {
      await api.post('/v2/layouts', { layoutId: 'frame', name: 'Frame' });
      const workflow = (subject: string, layoutId?: string) => ({
        workflowId: 'compared',
        name: '<img src=x onerror=alert(1)>',
        steps: [{ name: 'Mail', type: 'email', controlValues: { subject, body: '<p>Hello</p>', layoutId } }],
      });
      await api.post('/v2/workflows', workflow('New subject', 'frame'));
      await otherApi.post('/v2/workflows', workflow('Old subject'));
    },
  },
  { path: '/environments', heading: 'Environments', shows: 'with Development' },
  { path: '/create/environment', heading: 'Create environment' },
  {
    path: '/integrations',
    heading: 'Integrations',
    shows: 'Mail relay',
    prepare: async ({ api }) => {
      const credentials = {
        host: '127.0.0.1',
        port: '2525',
        from: 'shop@example.com',
        senderName: 'Shop',
        password: 'x',
      };
      const relay = (name: string, more: object = {}) =>
        api.post('/v1/integrations', { providerId: 'nodemailer', name, credentials, active: true, ...more });
      await relay('Mail relay');
      await relay('Second relay');
      await relay('Relay of last resort');
      const children = [{ on: 'subscriber', field: 'data.plan', operator: 'EQUAL', value: 'pro' }];
      await relay('Relay for pros', { conditions: [{ type: 'GROUP', value: 'AND', isNegated: false, children }] });
    },
  },
  { path: '/integrations/000000000000000000000000', heading: 'Integration', shows: 'Integration not found' },
  {
    path: '/integrations/{integrationId}',
    via: { path: '/integrations', heading: 'Integrations', link: 'Mail relay' },
    shows: 'Send test',
  },
  { path: '/create/integration', heading: 'Connect a provider', shows: 'SMTP' },
  { path: '/create/integration?provider=nodemailer', heading: 'Connect SMTP', shows: 'Name of the account' },
  {
    path: '/variables',
    heading: 'Variables',
    shows: 'SHOP_URL',
    prepare: ({ api }) => api.post('/v1/environment-variables', { key: 'SHOP_URL', isSecret: true }),
  },
  { path: '/variables/SHOP_URL', heading: 'SHOP_URL', shows: 'No workflow uses it' },
  { path: '/create/variable', heading: 'Create variable' },
  {
    path: '/topics',
    heading: 'Topics',
    shows: 'Order 5',
    prepare: async ({ api }) => {
      await api.subscriber({ subscriberId: 'topic-member', firstName: 'Mary' });
      await api.topic({ key: 'order-5', name: 'Order 5' });
      const condition = { '==': [{ var: 'payload.region' }, 'eu'] };
      const preferences = [
        { workflowId: 'parcel-news', condition },
        { workflowId: 'in-blocks', enabled: false },
        { filter: { tags: ['no-such-tag'] }, enabled: false },
      ];
      await api.post('/v2/topics/order-5/subscriptions', { subscriptions: ['topic-member'], preferences });
    },
  },
  { path: '/topics/order-5', heading: 'Order 5', shows: 'Test audience' },
  { path: '/topics/order-5?rules=tk_order-5:si_topic-member', heading: 'Order 5', shows: 'Some rules fit no workflow' },
  {
    path: '/contexts',
    heading: 'Contexts',
    shows: 'acme-shop',
    prepare: ({ api }) => api.post('/v2/contexts', { type: 'app', id: 'acme-shop', data: { plan: '<b>pro</b>' } }),
  },
  { path: '/contexts/app/acme-shop', heading: 'acme-shop', shows: 'View activity' },
  { path: '/create/context', heading: 'Create context' },
  { path: '/create/topic', heading: 'Create topic' },
  {
    path: '/suppressions',
    heading: 'Suppressions',
    shows: 'no-such-mailbox@example.com',
    prepare: async ({ api }) => {
      const address = 'no-such-mailbox@example.com';
      await api.post('/v1/suppressions', { channel: 'email', address, reason: 'bounce' });
      const number = { channel: 'sms', address: '+4930901820', reason: 'stop', expiresAt: '2099-01-31T00:00:00Z' };
      await api.post('/v1/suppressions', number);
      await api.post('/v1/suppressions', { channel: 'push', address: 'x'.repeat(300), reason: SCRIPT.slice(0, 90) });
    },
  },
  { path: '/create/suppression', heading: 'Add an address' },
  {
    path: '/tenants',
    heading: 'Tenants',
    shows: 'Acme Inc.',
    prepare: ({ api }) =>
      api.post('/v1/tenants', { identifier: 'acme', name: 'Acme Inc.', data: { plan: '<b>pro</b>' } }),
  },
  { path: '/tenants/acme', heading: 'Acme Inc.', shows: 'Triggers with the former one' },
  { path: '/create/tenant', heading: 'Create tenant' },
  { path: '/legacy', heading: 'Legacy applications', shows: 'No legacy applications' },
  { path: '/create/legacy-application', heading: 'Create legacy application' },
  {
    path: '/legacy/app_none',
    heading: 'app_none',
    shows: 'was not found',
  },
  {
    path: '/activity?transaction=seen-run',
    heading: 'Activity',
    shows: 'no active integration for SMS',
    prepare: ({ api }) => triggered(api, 'seen-run'),
  },
  { path: '/overview', heading: 'Overview', shows: 'skipped' },
  { path: '/overview?span=month', heading: 'Overview', shows: 'Delivery latency' },
  { path: '/activity?step=sms&transaction=no-such-trigger', heading: 'Activity', shows: 'No results' },
  {
    path: '/activity/{notificationId}',
    via: { path: '/activity?transaction=seen-run', heading: 'Activity', link: 'Grace Hopper' },
    shows: 'Timeline',
  },
  { path: '/activity/000000000000000000000000', heading: 'Run', shows: 'was not found' },
  { path: '/triggers', heading: 'Triggers', shows: 'seen-run' },
  { path: '/triggers/seen-run', heading: 'Trigger', shows: 'Nothing was sent' },
  { path: '/triggers/no-such-trigger', heading: 'Trigger', shows: 'was not found' },
  { path: '/account?tab=password', heading: 'Your account', shows: 'Current password' },
  { path: '/account?tab=second-factor', heading: 'Your account', shows: 'authenticator app' },
  { path: '/account?tab=sessions', heading: 'Your account', shows: 'this session' },
  { path: '/team', heading: 'Team', shows: 'Two-factor' },
  { path: '/team/{memberId}', via: { path: '/team', heading: 'Team', link: /@example/ }, shows: 'Member since' },
  { path: '/team?tab=invitations', heading: 'Team', shows: 'No pending invitations' },
  { path: '/create/invitation', heading: 'Invite member', shows: 'Authors in Development' },
  { path: '/api-keys', heading: 'API keys', shows: 'Revoke' },
  {
    path: '/api-keys/{keyId}',
    via: { path: '/api-keys', heading: 'API keys', link: /^Unnamed/ },
    shows: 'Activity',
  },
  { path: '/create/api-key', heading: 'Create API key', shows: 'For your servers' },
  { path: '/api-keys/none', heading: 'none', shows: 'API key not found' },
  { path: '/audit', heading: 'Audit log', shows: 'Sign in' },
  { path: '/audit?actor=nobody', heading: 'Audit log', shows: 'No results' },
  { path: '/audit?operation=Bootstrap_firstStart&entry=1', heading: 'Audit log', shows: 'Hash' },
  {
    path: '/waits',
    heading: 'Waiting',
    shows: 'Delay',
    prepare: async ({ api }) => {
      const { workflowId } = await api.workflow({
        steps: [{ name: 'Wait', type: 'delay', controlValues: { amount: 1, unit: 'days' } }],
      });
      await api.trigger(workflowId, { to: 'ada' });
    },
  },
  { path: '/waits?workflowId=none', heading: 'Waiting', shows: 'No results' },
  { path: '/dead-letters', heading: 'Failed messages', shows: 'Retry all' },
  { path: '/dead-letters?workflowId=none', heading: 'Failed messages', shows: 'No results' },
  {
    path: '/webhooks',
    heading: 'Webhooks',
    shows: 'https://example.com/hooks',
    prepare: ({ api }) => api.post('/v1/webhooks', { url: 'https://example.com/hooks' }),
  },
  {
    path: '/webhooks/{webhookId}',
    via: { path: '/webhooks', heading: 'Webhooks', link: 'https://example.com/hooks' },
    shows: 'Replay failed',
  },
  { path: '/webhooks/none', heading: 'none', shows: 'Try again' },
  { path: '/create/webhook', heading: 'Create webhook', shows: 'Choose none to receive all' },
  { path: '/settings', heading: 'Settings', shows: 'Data retention' },
  { path: '/settings?tab=organization', heading: 'Settings', shows: 'Deleted environments' },
  { path: '/outbox', heading: 'Outbox', shows: 'The outbox is empty' },
  { path: '/outbox?channel=sms', heading: 'Outbox', shows: 'No results' },
  { path: '/inbox-demo', heading: 'Inbox demo', shows: 'Open the inbox demo' },
  ...SENDER_SCREENS,
  { path: '/no/such/screen', heading: 'Not found', isOutside: true },
];

import { randomBytes } from 'node:crypto';
import type { ApiRequest } from '../api-client.js';
import { aConnection, anEndpoint } from '../builders/channel.js';
import { aGif } from '../../libs/pictures/testing/files.js';
import { aForm } from '../builders/form.js';
import { aLayout } from '../builders/layout.js';
import { aSubscriber } from '../builders/subscriber.js';
import { aTopic } from '../builders/topic.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import type { Things } from '../walk/things.js';

/** A body that the API accepts, with the things it names. */
type Body = (things: Things) => object;

/** Secrets in these bodies: no entry of the audit trail may contain them. */
export const SEEDED = ['seeded-credential', 'seeded-variable', 'slack-secret', 'xoxb-very-secret', '42:bot-secret'];

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

const random = (): string => randomBytes(6).toString('hex');
const ofPerson = ({ slack, subscriberId }: Things) => ({
  integrationIdentifier: slack![0]!,
  subscriberId: subscriberId![0]!,
});

/** By operation that takes a key or a person: a valid body. Those with files are below. */
export const BODIES: Readonly<Record<string, Body>> = {
  'POST /v2/workflows': () => aWorkflow({ steps: [anInAppStep()] }),
  'POST /v1/bridge/sync': () => ({ bridgeUrl: 'http://127.0.0.1:9/api/novu' }),
  'POST /v1/bridge/validate': () => ({ bridgeUrl: 'http://127.0.0.1:9/api/novu' }),
  'POST /v1/events/trigger': ({ workflowId, subscriberId }) => ({ name: workflowId![0], to: subscriberId![0] }),
  'POST /v1/events/trigger/bulk': ({ workflowId, subscriberId }) => ({
    events: [{ name: workflowId![0], to: [{ subscriberId: subscriberId![0] }] }],
  }),
  'POST /v1/events/trigger/broadcast': ({ workflowId }) => ({ name: workflowId![0], payload: {} }),
  'POST /v2/subscribers': () => aSubscriber(),
  'POST /v2/inbox-demo': () => ({}),
  'POST /v1/subscribers': () => aSubscriber(),
  'POST /v1/subscribers/bulk': () => ({ subscribers: [aSubscriber()] }),
  'POST /v1/suppressions': () => ({ channel: 'email', address: `${random()}@example.com` }),
  'DELETE /v1/suppressions/:suppressionId': () => ({ reason: 'It was a mistake' }),
  'POST /v2/topics': () => aTopic(),
  'POST /v1/topics': () => aTopic({ name: 'Orders' }),
  'POST /v1/integrations': () => ({
    providerId: 'sendgrid',
    channel: 'email',
    credentials: { apiKey: 'seeded-credential' },
  }),
  'POST /v1/integrations/chat/oauth': (things) => ({ ...ofPerson(things), mode: 'connect' }),
  'POST /v1/integrations/channel-connections/oauth': ofPerson,
  'POST /v1/integrations/channel-endpoints/oauth': ofPerson,
  'POST /v1/integrations/channel-endpoints/link': ofPerson,
  'POST /v1/channel-connections': (things) => aConnection(ofPerson(things)),
  'POST /v1/channel-endpoints': (things) => anEndpoint(ofPerson(things)),
  'POST /v2/layouts': () => aLayout(),
  'POST /v2/translations': ({ workflowId }) => ({
    resourceType: 'workflow',
    resourceId: workflowId![0],
    locale: 'de_DE',
    content: { a: 'A' },
  }),
  'POST /v2/translations/extract': () => ({
    steps: [{ stepId: 'welcome', type: 'in_app', controlValues: { body: 'Hello' } }],
  }),
  'PUT /v2/translations/:resourceType/:resourceId': () => ({ languages: [{ locale: 'de_DE', content: { a: 'E' } }] }),
  'POST /v2/translations/master-json': ({ workflowId }) => ({
    locale: 'de_DE',
    masterJson: { workflows: { [workflowId![0]!]: { a: 'C' } } },
  }),
  'POST /v2/contexts': () => ({ type: 'tenant', id: `tenant-${random()}` }),
  'POST /v1/tenants': () => ({ identifier: `tenant-${random()}`, name: 'Acme' }),
  'POST /v1/environments': () => ({ name: `Staging ${random()}` }),
  'POST /v1/environments/api-keys/regenerate': () => ({ overlapSeconds: 3600 }),
  'POST /v1/environment-variables': ({ environmentId }) => ({
    key: `KEY_${random()}`,
    isSecret: true,
    values: [{ _environmentId: environmentId![0], value: 'seeded-variable' }],
  }),
  'POST /v1/webhooks': () => ({ url: 'https://hooks.example.invalid/' }),
  'POST /v1/waits/release': ({ subscriberId }) => ({ subscriberId: subscriberId![0] }),
  'POST /v1/waits/events': ({ subscriberId }) => ({
    name: 'order.paid',
    subscriberId: subscriberId![0],
    payload: { amount: 12 },
  }),
  'POST /v1/waits/cancel': ({ subscriberId }) => ({ subscriberId: subscriberId![0] }),
  'POST /v1/dead-letters/replay': () => ({ channel: 'email' }),
  'POST /v1/legacy/applications': () => ({ name: 'Shop' }),
  'POST /v1/api-keys': () => ({
    name: 'Shop',
    permissions: 'trigger',
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  }),
  'PUT /v2/workflows/:workflowId': () => ({ name: 'Renamed', steps: [], preferences: {} }),
  'PATCH /v2/workflows/:workflowId': () => ({ name: 'Renamed' }),
  'POST /v2/workflows/:workflowId/step/:stepId/preview': () => ({}),
  'POST /v2/workflows/:workflowId/check': () => ({}),
  'POST /v2/workflows/:workflowId/test': ({ subscriberId }) => ({ subscriberIds: subscriberId }),
  'PUT /v1/bridge/controls/:workflowId/:stepId': () => ({ variables: {} }),
  'PATCH /v2/contexts/:type/:id': () => ({ data: { plan: 'pro' } }),
  'PUT /v1/subscribers/:subscriberId/credentials': () => ({ providerId: 'slack', credentials: {} }),
  'PATCH /v1/subscribers/:subscriberId/credentials': () => ({ providerId: 'slack', credentials: {} }),
  'PATCH /v1/subscribers/:subscriberId/online-status': () => ({ isOnline: true }),
  'PATCH /v2/subscribers/:subscriberId': () => ({ firstName: 'Ada' }),
  'PUT /v1/subscribers/:subscriberId': () => ({ firstName: 'Ada' }),
  'PATCH /v2/topics/:topicKey': () => ({ name: 'Orders' }),
  'PATCH /v1/topics/:topicKey': () => ({ name: 'Orders' }),
  'POST /v1/topics/:topicKey/subscribers': ({ subscriberId }) => ({ subscribers: subscriberId }),
  'POST /v1/topics/:topicKey/subscribers/removal': ({ subscriberId }) => ({ subscribers: subscriberId }),
  'POST /v2/topics/:topicKey/subscriptions': ({ subscriberId }) => ({ subscriptions: subscriberId }),
  'PATCH /v2/topics/:topicKey/subscriptions/:identifier': () => ({ name: 'Mine' }),
  'DELETE /v2/topics/:topicKey/subscriptions': ({ subscriberId }) => ({ subscriptions: subscriberId }),
  'POST /v2/subscribers/:subscriberId/notifications/seen': ({ notificationId }) => ({
    notificationIds: notificationId,
  }),
  'POST /v2/subscribers/:subscriberId/notifications/read': () => ({}),
  'POST /v2/subscribers/:subscriberId/notifications/archive': () => ({}),
  'POST /v2/subscribers/:subscriberId/notifications/read-archive': () => ({}),
  'POST /v2/subscribers/:subscriberId/notifications/delete': () => ({}),
  'PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/snooze': () => ({ snoozeUntil: TOMORROW }),
  'POST /v1/subscribers/:subscriberId/messages/mark-as': ({ messageId }) => ({ messageId, markAs: 'read' }),
  'POST /v1/subscribers/:subscriberId/messages/markAs': ({ messageId }) => ({ messageId, mark: { read: true } }),
  'POST /v1/subscribers/:subscriberId/messages/mark-all': () => ({ markAs: 'read' }),
  'POST /v1/subscribers/:subscriberId/messages/:messageId/actions/:actionType': () => ({ status: 'done' }),
  'PATCH /v2/subscribers/:subscriberId/preferences': ({ workflowId }) => ({
    workflowId: workflowId![0],
    channels: { email: false },
  }),
  'PATCH /v2/subscribers/:subscriberId/preferences/bulk': ({ workflowId }) => ({
    preferences: workflowId!.map((name) => ({ workflowId: name, channels: { email: false } })),
  }),
  'POST /v2/subscribers/:subscriberId/preferences-link': () => ({ expiresIn: 600, context: { tenant: 'acme' } }),
  'PATCH /v1/subscribers/:subscriberId/preferences/:levelOrWorkflow': () => ({ enabled: false }),
  'PATCH /v1/subscribers/:subscriberId/preferences': () => ({ enabled: false }),
  'PUT /v1/integrations/:integrationId': () => ({ name: 'Renamed' }),
  'POST /v1/integrations/:integrationId/test': () => ({ to: 'ada@example.com' }),
  'PATCH /v1/channel-connections/:identifier': () => ({ workspace: { id: 'T1' }, auth: { accessToken: 'x' } }),
  'PATCH /v1/channel-endpoints/:identifier': () => ({ endpoint: { userId: 'U1' } }),
  'POST /v1/integrations/:integrationIdentifier/mobile-link': ({ subscriberId }) => ({
    subscriberId: subscriberId![0],
  }),
  'POST /v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId': () => ({
    messageId: 'x',
    type: 'delivered',
  }),
  'POST /v2/inbound-webhooks/sms/:environmentId/:integrationId': () => ({ type: 'mo_binary' }),
  'POST /v2/inbound-webhooks/telegram/:integrationId': () => ({}),
  'PATCH /v1/tenants/:tenantIdentifier': () => ({ name: 'Renamed' }),
  'PUT /v2/layouts/:layoutId': () => ({ name: 'Renamed' }),
  'POST /v2/layouts/:layoutId/duplicate': () => ({ name: 'Copy' }),
  'POST /v2/layouts/:layoutId/preview': () => ({}),
  'PUT /v1/environments/:environmentId': () => ({ color: '#33aa77' }),
  'PUT /v1/brand': () => ({ name: 'Acme', color: '#0b6b5c', radius: 6, footer: { address: 'Acme Inc.' } }),
  'POST /v2/environments/:targetEnvironmentId/diff': () => ({}),
  'POST /v2/environments/:targetEnvironmentId/publish': () => ({}),
  'POST /v2/environments/:environmentId/definitions/diff': () => ({}),
  'PUT /v2/environments/:environmentId/definitions': () => ({}),
  'PUT /v2/workflows/:workflowId/sync': ({ environmentId }) => ({ targetEnvironmentId: environmentId![0] }),
  'POST /v1/legacy/applications/:applicationId/rotate': () => ({ overlapSeconds: 60 }),
  'POST /v1/legacy/applications/:applicationId/types': ({ workflowId }) => ({
    identifier: `type-${random()}`,
    workflowId: workflowId![0],
    text: 'Hello',
  }),
  'PATCH /v1/legacy/applications/:applicationId/types/:typeIdentifier': ({ workflowId }) => ({
    workflowId: workflowId![0],
  }),
  'PATCH /v1/webhooks/:webhookId': () => ({ description: 'Renamed' }),
  'POST /v1/webhooks/:webhookId/deliveries/replay': () => ({ since: '2026-02-03T04:05:06Z' }),
  'PATCH /v1/environment-variables/:variableKey': () => ({ isSecret: true }),
  'PATCH /v1/api-keys/:keyId': () => ({ name: 'Renamed' }),
};

/** By operation: a form that the API accepts. */
const FORMS: Readonly<Record<string, (things: Things) => Pick<ApiRequest, 'headers' | 'payload'>>> = {
  'POST /v2/translations/upload': ({ workflowId }) =>
    aForm([['files', 'de_DE.json', '{"a": "B"}']], { resourceType: 'workflow', resourceId: workflowId![0]! }),
  'POST /v2/translations/:resourceType/:resourceId/import': () => aForm([['file', 'texts.csv', 'key,de_DE\na,F\n']]),
  'POST /v1/suppressions/import': () => aForm([['file', 'list.csv', 'channel,address\nemail,ada@example.com\n']]),
  'POST /v1/assets': () =>
    aForm([['file', 'logo.gif', aGif({ width: 1 + Math.floor(Math.random() * 9999) })]], { alt: 'Acme' }),
  'POST /v2/translations/master-json/upload': ({ workflowId }) =>
    aForm([['file', 'de_DE.json', JSON.stringify({ workflows: { [workflowId![0]!]: { a: 'D' } } })]]),
};

/** Headers and payload of a valid request; undefined when neither table has the operation. */
export function requestOf(name: string, things: Things): Pick<ApiRequest, 'headers' | 'payload'> | undefined {
  const body = BODIES[name];
  return body ? { payload: body(things) } : FORMS[name]?.(things);
}

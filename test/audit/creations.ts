import { randomBytes } from 'node:crypto';
import type { ApiRequest } from '../api-client.js';
import { aConnection, anEndpoint } from '../builders/channel.js';
import { aForm } from '../builders/form.js';
import { aSubscriber } from '../builders/subscriber.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import type { Things } from '../walk/things.js';

/** What a request for an operation without path parameters sends. */
type Sent = Pick<ApiRequest, 'headers' | 'payload'>;

/** Secrets that requests contain, and that no entry may. */
export const SEEDED = ['seeded-credential', 'seeded-variable', 'slack-secret', 'xoxb-very-secret', '42:bot-secret'];

const random = (): string => randomBytes(6).toString('hex');

/** By operation: a request that is in order, for all that change something and have no path parameters. */
export const CREATIONS: Record<string, (things: Things) => Sent> = {
  'POST /v2/workflows': () => ({ payload: aWorkflow({ steps: [anInAppStep({ controlValues: { body: 'Hello' } })] }) }),
  'POST /v1/bridge/sync': () => ({ payload: { bridgeUrl: 'http://127.0.0.1:9/api/novu' } }),
  'POST /v1/bridge/validate': () => ({ payload: { bridgeUrl: 'http://127.0.0.1:9/api/novu' } }),
  'POST /v2/subscribers': () => ({ payload: aSubscriber() }),
  'POST /v1/subscribers': () => ({ payload: aSubscriber() }),
  'POST /v1/subscribers/bulk': () => ({ payload: { subscribers: [aSubscriber()] } }),
  'POST /v2/topics': () => ({ payload: { key: `topic-${random()}` } }),
  'POST /v1/topics': () => ({ payload: { key: `topic-${random()}`, name: 'Orders' } }),
  'POST /v1/integrations': () => ({
    payload: { providerId: 'sendgrid', channel: 'email', credentials: { apiKey: 'seeded-credential' } },
  }),
  'POST /v1/integrations/chat/oauth': ({ slack, subscriberId }) => ({
    payload: { integrationIdentifier: slack![0], subscriberId: subscriberId![0], mode: 'connect' },
  }),
  'POST /v1/integrations/channel-connections/oauth': ({ slack, subscriberId }) => ({
    payload: { integrationIdentifier: slack![0], subscriberId: subscriberId![0] },
  }),
  'POST /v1/integrations/channel-endpoints/oauth': ({ slack, subscriberId }) => ({
    payload: { integrationIdentifier: slack![0], subscriberId: subscriberId![0] },
  }),
  'POST /v1/integrations/channel-endpoints/link': ({ slack, subscriberId }) => ({
    payload: { integrationIdentifier: slack![0], subscriberId: subscriberId![0] },
  }),
  'POST /v2/layouts': () => ({ payload: { name: 'Frame', layoutId: `layout-${random()}` } }),
  'POST /v2/translations': ({ workflowId }) => ({
    payload: { resourceType: 'workflow', resourceId: workflowId![0], locale: 'de_DE', content: { a: 'A' } },
  }),
  'POST /v2/translations/upload': ({ workflowId }) =>
    aForm([['files', 'de_DE.json', '{"a": "B"}']], { resourceType: 'workflow', resourceId: workflowId![0]! }),
  'POST /v2/translations/master-json': ({ workflowId }) => ({
    payload: { locale: 'de_DE', masterJson: { workflows: { [workflowId![0]!]: { a: 'C' } } } },
  }),
  'POST /v2/translations/master-json/upload': ({ workflowId }) =>
    aForm([['file', 'de_DE.json', JSON.stringify({ workflows: { [workflowId![0]!]: { a: 'D' } } })]]),
  'POST /v2/contexts': () => ({ payload: { type: 'tenant', id: `tenant-${random()}` } }),
  'POST /v1/environments': () => ({ payload: { name: `Staging ${random()}` } }),
  'POST /v1/environments/api-keys/regenerate': () => ({ payload: { overlapSeconds: 3600 } }),
  'POST /v1/environment-variables': ({ environmentId }) => ({
    payload: {
      key: `KEY_${random()}`,
      isSecret: true,
      values: [{ _environmentId: environmentId![0], value: 'seeded-variable' }],
    },
  }),
  'POST /v1/channel-connections': ({ slack, subscriberId }) => ({
    payload: aConnection({ integrationIdentifier: slack![0], subscriberId: subscriberId![0] }),
  }),
  'POST /v1/channel-endpoints': ({ slack, subscriberId }) => ({
    payload: anEndpoint({ integrationIdentifier: slack![0], subscriberId: subscriberId![0] }),
  }),
  'POST /v1/webhooks': () => ({ payload: { url: 'https://hooks.example.invalid/' } }),
  'POST /v1/dead-letters/replay': () => ({ payload: { since: '2026-02-03T04:05:06Z' } }),
  'DELETE /v1/outbox': () => ({}),
  'POST /v1/legacy/applications': () => ({ payload: { name: 'Shop' } }),
  'POST /v1/api-keys': () => ({
    payload: { name: 'Shop', permissions: 'trigger', expiresAt: new Date(Date.now() + 60_000).toISOString() },
  }),
  'POST /v1/tenants': () => ({ payload: { identifier: `tenant-${random()}`, name: 'Acme' } }),
};

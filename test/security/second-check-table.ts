import { randomBytes } from 'node:crypto';
import type { Permission } from '../../src/auth/permissions.js';
import type { ApiRequest } from '../api-client.js';

/** What the requests below name. */
export interface SecondCheckIds {
  development: string;
  production: string;
  staging: string;
  /** An environment that was deleted and can be restored. */
  gone: string;
  /** An integration of Production. */
  integration: string;
  webhook: string;
  application: string;
  /** A full key of Development. */
  key: string;
  connection: string;
  endpoint: string;
  /** The address of a stranger, which no request of a lesser caller may reach. */
  elsewhere: string;
}

/** Callers of a row: a key without the permission, a key of its own environment alone, a person, the key of such a person. */
export type CallerKind = 'lacking' | 'own' | 'person' | 'lowered';

/** How a row differs from a request that is refused. */
interface Details {
  /** The response is shown to all callers, and without the permission this is not in it. */
  hides?: RegExp;
  /** What the full key sends first, so that there is something to do. */
  before?(ids: SecondCheckIds): ApiRequest;
  /** Callers to whom the check applies. Default: all. */
  callers?: readonly CallerKind[];
}

type Send = (ids: SecondCheckIds) => ApiRequest;

/** By place (file and method, then the function that checks): permissions, and requests that meet the check. */
type Table = Readonly<Record<string, readonly (readonly [Permission, Send, Details?])[]>>;

/** A check in the code beyond that of the operation, and a request that meets it. */
export interface SecondCheck extends Details {
  site: string;
  permission: Permission;
  send: Send;
  /** The check concerns another environment than that of the request. */
  elsewhere: boolean;
}

const get = (url: string): ApiRequest => ({ method: 'GET', url });
const post = (url: string, payload: object = {}): ApiRequest => ({ method: 'POST', url, payload });
const put = (url: string, payload: object): ApiRequest => ({ method: 'PUT', url, payload });
const patch = (url: string, payload: object): ApiRequest => ({ method: 'PATCH', url, payload });
const remove = (url: string, payload?: object): ApiRequest => ({ method: 'DELETE', url, payload });

const newName = (): string => `New ${randomBytes(6).toString('hex')}`;
const simulation = { name: 'hello', to: 'ada', context: { tenant: 'acme' } };
const members = { ...simulation, to: [{ type: 'Topic', topicKey: 'news' }] };

/** A name that the profile of a person has, and nothing else. */
const PROFILE = /Lovelace/;
const KEY = /"key":"[0-9a-f]{32}"/;

/** Checks of the environment of the request. */
const HERE: Table = {
  'workflows/bridge/bridge-sync.service#assertMayAsk mayIn': [
    ['environments:write', ({ elsewhere }) => post('/v1/bridge/validate', { bridgeUrl: elsewhere })],
  ],
  'workflows/bridge/bridge-sync.service#assertMayAsk assertMayToo': [
    ['environments:write', ({ elsewhere }) => post('/v1/bridge/diff', { bridgeUrl: elsewhere })],
    ['environments:write', ({ elsewhere }) => post('/v1/bridge/sync', { bridgeUrl: elsewhere })],
    [
      'environments:write',
      ({ elsewhere: bridgeUrl }) => post('/v1/events/trigger', { name: 'any', to: 'ada', bridgeUrl }),
    ],
  ],
  'events/accept/trigger-evaluation.service#findWorkflow mayIn': [
    [
      'workflows:write',
      ({ elsewhere: bridgeUrl }) => post('/v1/events/trigger', { name: 'any', to: 'ada', bridgeUrl }),
    ],
  ],
  'environments/api-keys/api-keys.service#create assertMayIssue': [
    ['topics:write', () => post('/v1/api-keys', { name: 'More', permissions: ['topics:write'] })],
  ],
  'environments/api-keys/api-keys.service#update assertMayIssue': [
    ['topics:write', ({ key }) => patch(`/v1/api-keys/${key}`, { permissions: ['topics:write'] })],
  ],
  'environments/api-keys/api-keys.service#assertMayChange mayIn': [
    ['topics:write', ({ key }) => patch(`/v1/api-keys/${key}`, { name: 'Mine' })],
  ],
  'inbox/widget/sessions/sessions.controller#create assertMayIssue': [
    ['notifications:write', () => post('/v2/subscribers/ada/inbox-preview')],
  ],
  'pages/inbox-demo/inbox-demo.service#open assertMayIssue': [['events:write', () => post('/v2/inbox-demo')]],
  'preferences/links/preferences-link.controller#create assertMayIssue': [
    ['subscribers:read', () => post('/v2/subscribers/ada/preferences-link')],
  ],
  'legacy/applications/legacy-applications.service#create assertMayIssue': [
    ['events:write', () => post('/v1/legacy/applications', { name: 'Mine' })],
  ],
  'legacy/applications/legacy-applications.service#rotate assertMayIssue': [
    ['events:write', ({ application }) => post(`/v1/legacy/applications/${application}/rotate`)],
  ],
  'outbound-webhooks/endpoints/webhook-endpoints.service#showSecret assertMayIssue': [
    ['secrets:read', ({ webhook }) => get(`/v1/webhooks/${webhook}/secret`)],
  ],
  'outbound-webhooks/endpoints/webhook-endpoints.service#rotateSecret assertMayIssue': [
    ['secrets:read', ({ webhook }) => post(`/v1/webhooks/${webhook}/secret/rotate`)],
  ],
  'notifications/activity/activity.service#searchOf assertMayToo': [
    ['subscribers:read', () => get('/v1/notifications?search=Lovelace')],
  ],
  'erasure/subscribers/subscriber-export.controller#export assertMayToo': [
    ['subscribers:read', () => get('/v2/subscribers/ada/export')],
  ],
  'environments/environments.service#present mayIn': [
    ['secrets:read', () => get('/v1/environments/me'), { hides: KEY }],
  ],
  'environments/environments.service#openKeys whyNotIssue': [
    ['topics:write', () => get('/v1/environments'), { hides: KEY }],
  ],
  'environments/environments.service#create whyNotIssue': [
    ['topics:write', () => post('/v1/environments', { name: newName() }), { hides: KEY }],
  ],
  'channels/connections/channel-connections.controller#show mayIn': [
    ['secrets:read', ({ connection }) => get(`/v1/channel-connections/${connection}`), { hides: /xoxb-very-secret/ }],
  ],
  'channels/endpoints/channel-endpoints.controller#show mayIn': [
    ['secrets:read', ({ endpoint }) => get(`/v1/channel-endpoints/${endpoint}`), { hides: /very-secret-address/ }],
  ],
  'subscribers/subscriber.dto#one mayIn': [
    ['secrets:read', () => get('/v2/subscribers/ada'), { hides: /very-secret-address/ }],
  ],
  'erasure/subscribers/subscriber-export.service#documentsOf mayIn': [
    ['secrets:read', () => get('/v2/subscribers/ada/export'), { hides: /very-secret-address/ }],
  ],
  'delivery/checks/test-sends/test-sends.service#send assertMayToo': [
    [
      'workflows:write',
      () =>
        post('/v2/workflows/hello/test', {
          subscriberIds: ['ada'],
          draft: { name: 'Hello', steps: [], preferences: {} },
        }),
    ],
  ],
  'delivery/preview/simulation/simulated-trigger#findSubscribers mayIn': [
    ['subscribers:read', () => post('/v1/events/simulate', simulation), { hides: /ada@person/ }],
  ],
  'delivery/preview/simulation/simulated-trigger#findContext mayIn': [
    ['contexts:read', () => post('/v1/events/simulate', simulation), { hides: /of gold/ }],
  ],
  'delivery/preview/simulation/simulation.service#simulate mayIn': [
    ['topics:read', () => post('/v1/events/simulate?members=5', members), { hides: /"subscriberId":"ada"/ }],
    ['subscribers:read', () => post('/v1/events/simulate?members=5', members), { hides: /"subscriberId":"ada"/ }],
  ],
  'notifications/activity/activity.service#describe shownProfile': [
    ['subscribers:read', () => get('/v1/notifications'), { hides: PROFILE }],
  ],
  'notifications/inbox/inbox.service#open shownProfile': [
    ['subscribers:read', () => get('/v2/subscribers/ada/notifications'), { hides: PROFILE }],
  ],
  'notifications/v1/message-records.service#describe mayIn': [
    ['subscribers:read', () => get('/v1/messages'), { hides: PROFILE }],
  ],
  'topics/subscriptions/subscription-views.service#asShown shownProfile': [
    ['subscribers:read', () => get('/v2/topics/news/subscriptions'), { hides: PROFILE }],
  ],
  'topics/subscriptions/subscription-views.service#unsubscribed shownProfile': [
    [
      'subscribers:read',
      () => remove('/v2/topics/old/subscriptions', { subscriptions: ['ada'] }),
      { hides: PROFILE, before: () => post('/v2/topics/old/subscriptions', { subscriptions: ['ada'] }) },
    ],
  ],
  'subscribers/shown-profile#shownProfile mayIn': [
    ['subscribers:read', () => get('/v2/subscribers/ada/subscriptions'), { hides: PROFILE }],
  ],
  'notifications/activity/charts/overview.service#read mayIn': [
    ['webhooks:read', () => get('/v1/activity/overview'), { hides: /"failingWebhooks"/ }],
    ['integrations:read', () => get('/v1/activity/overview'), { hides: /"integrations"/ }],
  ],
};

/** Checks of another environment, which the request names or the response lists. */
const THERE: Table = {
  'env-variables/env-variables.dto#toEnvironmentVariableDto mayIn': [
    ['variables:read', () => get('/v1/environment-variables'), { hides: /of-production/ }],
  ],
  'env-variables/usage/variable-usage.controller#find mayIn': [
    ['variables:read', () => get('/v1/environment-variables/TOKEN/usage'), { hides: /only-in-production/ }],
  ],
  'integrations/integrations.controller#showAll mayIn': [
    ['integrations:read', () => get('/v1/integrations'), { hides: /Mail of production/ }],
  ],
  'integrations/integrations.controller#show maySeeSecrets': [
    ['secrets:read', () => get('/v1/integrations'), { hides: /signing-key-of-production/ }],
  ],
  'integrations/integrations.service#maySeeSecrets whyNotIssue': [
    ['secrets:read', () => get('/v1/integrations/active'), { hides: /signing-key-of-production/ }],
  ],
  'erasure/environments/environment-restoration.service#list mayIn': [
    ['environments:read', () => get('/v1/environments/deleted'), { hides: /"name":"Gone"/ }],
  ],
  'workflows/environment-tags.controller#list assertMayIn': [
    ['workflows:read', ({ production }) => get(`/v2/environments/${production}/tags`)],
  ],
  'workflows/workflows.service#otherEnvironment assertMayIn': [
    ['workflows:read', ({ production }) => get(`/v2/workflows/only-in-production?environmentId=${production}`)],
  ],
  'delivery/checks/checks.service#targetOf assertMayIn': [
    ['workflows:read', ({ production }) => post('/v2/workflows/hello/check', { targetEnvironmentId: production })],
  ],
  'promotion/promotion.service#findPair assertMayIn': [
    [
      'workflows:read',
      ({ production, development }) =>
        post(`/v2/environments/${development}/diff`, { sourceEnvironmentId: production }),
    ],
    ['workflows:read', ({ production }) => post(`/v2/environments/${production}/publish`, { dryRun: true })],
  ],
  'promotion/promotion.service#findPair assertMayWrite': [
    ['environments:publish', ({ production }) => post(`/v2/environments/${production}/publish`)],
  ],
  'promotion/promotion.service#sync assertMayWrite': [
    ['environments:publish', ({ production }) => put('/v2/workflows/hello/sync', { targetEnvironmentId: production })],
  ],
  'promotion/import/definition-import.service#findEnvironment assertMayIn': [
    ['workflows:read', ({ production }) => get(`/v2/environments/${production}/definitions`)],
    [
      'workflows:read',
      ({ production }) => post(`/v2/environments/${production}/definitions/diff`, { workflows: [], layouts: [] }),
    ],
  ],
  'promotion/import/definition-import.service#findEnvironment assertMayWrite': [
    [
      'environments:publish',
      ({ production }) => put(`/v2/environments/${production}/definitions`, { workflows: [], layouts: [] }),
    ],
  ],
  'environments/environments.service#create assertMayInOrganization': [
    ['environments:write', () => post('/v1/environments', { name: newName() })],
  ],
  'environments/environments.service#update assertMayWrite': [
    ['environments:write', ({ production }) => put(`/v1/environments/${production}`, { color: '#123456' })],
  ],
  'environments/api-keys/api-keys.service#update assertMayIssue': [
    ['topics:write', ({ key }) => patch(`/v1/api-keys/${key}`, { reach: 'organization' })],
  ],
  'integrations/integrations.service#assertOpen assertMayWrite': [
    [
      'integrations:write',
      ({ integration }) => post(`/v1/integrations/${integration}/test`, { to: 'ada@example.com' }),
    ],
    ['integrations:write', ({ integration }) => put(`/v1/integrations/${integration}`, { name: 'Mail of production' })],
    [
      'integrations:write',
      ({ production }) =>
        post('/v1/integrations', { providerId: 'sendgrid', channel: 'email', _environmentId: production }),
    ],
    ['integrations:write', ({ integration }) => post(`/v1/integrations/${integration}/set-primary`)],
    ['integrations:write', ({ integration }) => remove(`/v1/integrations/${integration}`)],
  ],
  'env-variables/variable-definitions.service#readValues assertMayWrite': [
    [
      'variables:write',
      ({ production }) =>
        post('/v1/environment-variables', { key: 'OTHER', values: [{ _environmentId: production, value: 'x' }] }),
    ],
    [
      'variables:write',
      ({ production }) =>
        patch('/v1/environment-variables/TOKEN', { values: [{ _environmentId: production, value: 'other' }] }),
    ],
  ],
  'env-variables/variable-definitions.service#assertMayChange assertMayWrite': [
    ['variables:write', () => patch('/v1/environment-variables/TOKEN', { isSecret: true })],
    ['variables:write', () => remove('/v1/environment-variables/TOKEN')],
  ],
  'erasure/environments/environment-restoration.service#restore assertMayIn': [
    ['environments:write', ({ gone }) => post(`/v1/environments/${gone}/restore`)],
  ],
  'erasure/environments/environment-removal.service#delete assertMayWrite': [
    ['environments:write', ({ staging }) => remove(`/v1/environments/${staging}`)],
  ],
  'environments/environments.service#renewKey assertMayIssue': [
    // Only of a maker who may do less in the organization by now: a key has all that it renews.
    [
      'secrets:read',
      () => post('/v1/environments/api-keys/regenerate', { overlapSeconds: 3600 }),
      { callers: ['lowered'] },
    ],
  ],
};

/** In this order: what the last ones take away is needed by those before. */
export const SECOND_CHECKS: readonly SecondCheck[] = [...rowsOf(HERE, false), ...rowsOf(THERE, true)];

function rowsOf(table: Table, elsewhere: boolean): SecondCheck[] {
  return Object.entries(table).flatMap(([site, rows]) =>
    rows.map(([permission, send, details]) => ({ site, permission, send, elsewhere, ...details })),
  );
}

/** Checks without a row, and why. */
export const WITHOUT_ROW: Readonly<Record<string, string>> = {
  'environments/api-keys/api-keys.service#update whyNotIssue':
    'decides who answers for a key (KP7), and refuses nothing',
  'assets/asset-usage.service#find mayIn': 'decides which environments are named, and refuses nothing',
  'audit/audit.service#visibleTo may': 'for people alone: test/audit/reading',
  'audit/audit.service#export may': 'for people alone: test/audit/reading',
  'audit/audited-requests.service#record may': 'decides whether a response has shown a secret',
  'server/idempotency/idempotency-keys#audienceOf may': 'decides who may get a kept response: test/server/idempotency',
  'accounts/sessions/session.dto#toSignedInDto may': 'tells people what they may do',
  'accounts/sessions/session.dto#toOwnEnvironmentDto may': 'tells people what they may do',
};

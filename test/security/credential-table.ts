import { randomBytes } from 'node:crypto';
import { KEY_PERMISSIONS, type Permission } from '../../src/auth/permissions.js';
import type { ApiRequest } from '../api-client.js';

/** What the requests below name, all of Development. */
export interface CredentialIds {
  development: string;
  /** A key that may do little and ends soon. */
  small: { id: string; key: string };
  application: string;
  webhook: string;
  /** An integration of email with a signing key. */
  mail: string;
  /** The identifiers of a Slack integration and of a Telegram bot. */
  slack: string;
  bot: string;
  connection: string;
  endpoint: string;
}

/** What a credential is, which decides how it is tried. */
export type CredentialKind = 'key' | 'legacy' | 'preview' | 'page' | 'link' | 'secret';

/** An operation that makes or shows a credential. */
export interface Issue {
  operation: string;
  kind: CredentialKind;
  /** What its holder may do. */
  opens: readonly Permission[];
  send(ids: CredentialIds): ApiRequest;
  /** The credentials in a response, or those that it has changed. */
  find(text: string, ids: CredentialIds): string[];
  /** It reaches the organization. */
  isWide?: true;
  /** It is that of somebody else, such as a workspace at Slack: its end is not ours to say. */
  isForeign?: true;
  /** It ends no later than a caller who ends soon. */
  endsSoon?: true;
  /** In the name of its row. */
  what?: string;
}

const get = (url: string): ApiRequest => ({ method: 'GET', url });
const post = (url: string, payload: object = {}): ApiRequest => ({ method: 'POST', url, payload });
const put = (url: string, payload: object): ApiRequest => ({ method: 'PUT', url, payload });
const patch = (url: string, payload: object): ApiRequest => ({ method: 'PATCH', url, payload });

const all = (pattern: RegExp) => (text: string) => [...text.matchAll(pattern)].map(([, found]) => found!);
const KEYS = all(/"key":"([0-9a-f]{32})"/g);
const SECRETS = all(/"secret":"([^"]{20,})"/g);
const SIGNING_KEYS = all(/"inboundWebhookSigningKey":"(very-secret[^"]*)"/g);
const LINKS = all(/[?&](?:state|start)=([\w-]{43})/g);
const FOREIGN = all(/(xoxb-very-secret|very-secret-address)/g);
const PAGES = all(/"url":"[^"]+(\/preferences\/[\w-]+)"/g);
const PREVIEWS = all(/"applicationIdentifier":"(one\.[^"]+)"/g);

const ISSUES: Record<CredentialKind, readonly Omit<Issue, 'kind'>[]> = {
  key: [
    {
      operation: 'POST /v1/api-keys',
      what: 'full',
      opens: KEY_PERMISSIONS,
      send: () => post('/v1/api-keys', { name: 'Made', permissions: 'full' }),
      find: KEYS,
    },
    {
      operation: 'POST /v1/api-keys',
      what: 'of the organization',
      opens: ['topics:read', 'workflows:read'],
      isWide: true,
      send: () =>
        post('/v1/api-keys', {
          name: 'Made',
          permissions: ['topics:read', 'workflows:read'],
          reach: 'organization',
          expiresAt: soon(),
        }),
      find: KEYS,
    },
    {
      operation: 'PATCH /v1/api-keys/{keyId}',
      what: 'more permissions',
      endsSoon: true,
      opens: ['topics:read', 'topics:write', 'webhooks:write'],
      send: ({ small }) =>
        patch(`/v1/api-keys/${small.id}`, { permissions: ['topics:read', 'topics:write', 'webhooks:write'] }),
      find: (_text, { small }) => [small.key],
    },
    {
      operation: 'PATCH /v1/api-keys/{keyId}',
      what: 'another reach',
      endsSoon: true,
      opens: ['topics:read'],
      isWide: true,
      send: ({ small }) => patch(`/v1/api-keys/${small.id}`, { reach: 'organization' }),
      find: (_text, { small }) => [small.key],
    },
    {
      operation: 'PATCH /v1/api-keys/{keyId}',
      what: 'no end',
      opens: ['topics:read'],
      send: ({ small }) => patch(`/v1/api-keys/${small.id}`, { expiresAt: null }),
      find: (_text, { small }) => [small.key],
    },
    {
      operation: 'POST /v1/environments',
      opens: KEY_PERMISSIONS,
      send: () => post('/v1/environments', { name: `New ${randomBytes(6).toString('hex')}` }),
      find: KEYS,
    },
    {
      operation: 'PUT /v1/environments/{environmentId}',
      opens: KEY_PERMISSIONS,
      send: ({ development }) => put(`/v1/environments/${development}`, { color: '#123456' }),
      find: KEYS,
    },
    ...['/v1/environments/api-keys', '/v1/environments', '/v1/environments/me'].map((url) => ({
      operation: `GET ${url}`,
      opens: KEY_PERMISSIONS,
      send: () => get(url),
      find: KEYS,
    })),
  ],
  legacy: [
    {
      operation: 'POST /v1/legacy/applications',
      opens: ['events:write'],
      send: () => post('/v1/legacy/applications', { name: 'Made' }),
      find: SECRETS,
    },
    {
      operation: 'POST /v1/legacy/applications/{applicationId}/rotate',
      opens: ['events:write'],
      send: ({ application }) => post(`/v1/legacy/applications/${application}/rotate`),
      find: SECRETS,
    },
  ],
  preview: [
    {
      operation: 'POST /v2/subscribers/{subscriberId}/inbox-preview',
      endsSoon: true,
      opens: ['subscribers:read', 'subscribers:write', 'notifications:read', 'notifications:write'],
      send: () => post('/v2/subscribers/ada/inbox-preview'),
      find: PREVIEWS,
    },
    {
      operation: 'POST /v2/inbox-demo',
      endsSoon: true,
      opens: [
        'subscribers:read',
        'subscribers:write',
        'notifications:read',
        'notifications:write',
        'events:write',
        'workflows:write',
      ],
      send: () => post('/v2/inbox-demo'),
      find: PREVIEWS,
    },
  ],
  page: [
    {
      operation: 'POST /v2/subscribers/{subscriberId}/preferences-link',
      endsSoon: true,
      opens: ['subscribers:read', 'subscribers:write'],
      send: () => post('/v2/subscribers/ada/preferences-link'),
      find: PAGES,
    },
  ],
  link: [
    ...['channel-connections/oauth', 'channel-endpoints/oauth', 'channel-endpoints/link', 'chat/oauth'].map(
      (path): Omit<Issue, 'kind'> => ({
        operation: `POST /v1/integrations/${path}`,
        opens: ['subscribers:write'],
        endsSoon: true,
        send: ({ slack }) =>
          post(`/v1/integrations/${path}`, {
            integrationIdentifier: slack,
            subscriberId: 'ada',
            ...(path === 'chat/oauth' && { mode: 'connect' }),
          }),
        find: LINKS,
      }),
    ),
    {
      operation: 'POST /v1/integrations/{integrationIdentifier}/mobile-link',
      opens: ['subscribers:write'],
      endsSoon: true,
      send: ({ bot }) => post(`/v1/integrations/${bot}/mobile-link`, { subscriberId: 'ada' }),
      find: LINKS,
    },
  ],
  secret: [
    {
      operation: 'GET /v1/webhooks/{webhookId}/secret',
      opens: ['secrets:read'],
      send: ({ webhook }) => get(`/v1/webhooks/${webhook}/secret`),
      find: SECRETS,
    },
    {
      operation: 'POST /v1/webhooks/{webhookId}/secret/rotate',
      opens: ['secrets:read'],
      send: ({ webhook }) => post(`/v1/webhooks/${webhook}/secret/rotate`),
      find: SECRETS,
    },
    ...[
      ['GET /v1/integrations', () => get('/v1/integrations')],
      ['GET /v1/integrations/active', () => get('/v1/integrations/active')],
      [
        'POST /v1/integrations',
        () =>
          post('/v1/integrations', {
            providerId: 'sendgrid',
            channel: 'email',
            configurations: { inboundWebhookSigningKey: 'very-secret' },
          }),
      ],
      [
        'PUT /v1/integrations/{integrationId}',
        ({ mail }: CredentialIds) => put(`/v1/integrations/${mail}`, { name: 'Mail' }),
      ],
      [
        'POST /v1/integrations/{integrationId}/set-primary',
        ({ mail }: CredentialIds) => post(`/v1/integrations/${mail}/set-primary`),
      ],
    ].map(([operation, send]) => ({
      operation: operation as string,
      opens: ['secrets:read'] as const,
      send: send as Issue['send'],
      find: SIGNING_KEYS,
    })),
    ...[
      ['GET /v1/channel-connections', () => get('/v1/channel-connections')],
      [
        'GET /v1/channel-connections/{identifier}',
        ({ connection }: CredentialIds) => get(`/v1/channel-connections/${connection}`),
      ],
      [
        'PATCH /v1/channel-connections/{identifier}',
        ({ connection }: CredentialIds) =>
          patch(`/v1/channel-connections/${connection}`, {
            workspace: { id: 'T1' },
            auth: { accessToken: 'xoxb-very-secret' },
          }),
      ],
      ['GET /v2/subscribers', () => get('/v2/subscribers')],
      ['GET /v2/subscribers/{subscriberId}', () => get('/v2/subscribers/ada')],
      ['GET /v1/subscribers', () => get('/v1/subscribers')],
      ['GET /v1/subscribers/{subscriberId}', () => get('/v1/subscribers/ada')],
      ['PATCH /v2/subscribers/{subscriberId}', () => patch('/v2/subscribers/ada', { firstName: 'Ada' })],
      ['PUT /v1/subscribers/{subscriberId}', () => put('/v1/subscribers/ada', { firstName: 'Ada' })],
      ['POST /v2/subscribers', () => post('/v2/subscribers', { subscriberId: 'ada' })],
      ['POST /v1/subscribers', () => post('/v1/subscribers', { subscriberId: 'ada' })],
      [
        'PATCH /v1/subscribers/{subscriberId}/online-status',
        () => patch('/v1/subscribers/ada/online-status', { isOnline: true }),
      ],
    ].map(([operation, send]) => ({
      operation: operation as string,
      opens: ['secrets:read'] as const,
      isForeign: true as const,
      send: send as Issue['send'],
      find: FOREIGN,
    })),
  ],
};

/** An end that is later than that of the callers with an end. */
function soon(): string {
  return new Date(Date.now() + 86_400_000).toISOString();
}

/** Renewing is the last: the key of the request has an end then. */
const RENEWAL: Issue = {
  kind: 'key',
  operation: 'POST /v1/environments/api-keys/regenerate',
  opens: [],
  endsSoon: true,
  send: () => post('/v1/environments/api-keys/regenerate', { overlapSeconds: 3600 }),
  find: KEYS,
};

export const ALL_ISSUES: readonly Issue[] = [
  ...Object.entries(ISSUES).flatMap(([kind, issues]) =>
    issues.map((issue) => ({ ...issue, kind: kind as CredentialKind })),
  ),
  RENEWAL,
];

/** Fields of responses that may hold a credential, by their last name. */
export const SECRET_FIELD =
  /(?:^|\W)(?:key|\w*[tT]okens?|\w*[sS]ecret|\w*[pP]assword|\w*SigningKey|link|ur[il]|webhookUrl|applicationIdentifier|recoveryCodes)$/;

/** Operations and fields of the kind, separated by a space, that are no credentials or have a test of their own, and why. */
export const NO_ISSUES: readonly (readonly [RegExp, string])[] = [
  [/(redirect|\bcta\b.*)\.url$/, 'where a button of a notification leads'],
  [/\bcontrol(Values|s)\b/, 'templates of a step; secrets are in variables'],
  [/webhook\/configure /, 'the address that a bot posts to; its secret is sent to Telegram alone'],
  [/ \/v[12]\/(topics|subscribers\/\{subscriberId\}\/subscriptions).* .*\bkey$/, 'the name of a topic'],
  [/ \/v1\/environment-variables.* /, 'the name of a variable; values are masked (L9)'],
  [/ \/v1\/activity\/(charts|overview) /, 'what a series is about, and the addresses of webhooks'],
  [/ \/v1\/integrations\/providers /, 'which fields a provider has'],
  [/ \/v1\/webhooks(\/\{webhookId\})? .*url$/, 'the address of a webhook'],
  [/ \/v1\/assets .*\burl$/, 'the public address of a picture'],
  [/ \/v2\/translations\/.* .*\bkey$/, 'the name of a text'],
  [/^GET \/v1\/waits /, 'the value of a digest key'],
  [/hasPassword$/, 'whether there is one'],
  [/ \/v1\/legacy\/applications\/.*types.* .*link$/, 'where a notification leads'],
  [/^DELETE \/v1\/integrations/, 'the list of GET /v1/integrations'],
  [/auto-configure /, 'answers that it is not possible'],
  [/^(POST|PATCH|GET|PUT) .*(channels\[\]\.credentials|subscriber\.channels)/, 'as in GET /v2/subscribers (PE4)'],
  [/^POST \/v1\/channel-connections /, 'repeats what the caller has sent, as in PATCH'],
  [/^POST \/v1\/environments\/\{environmentId\}\/restore /, 'has no keys: second-checks'],
  [/ \/v1\/session\/providers /, 'how people sign in'],
  [/^POST \/v1\/session /, 'of the person who proves the password: test/accounts/sign-in'],
  [/ \/v1\/session\/(password|second-factor)/, 'of the person who sends the request: test/accounts/own-account'],
  [/^POST \/v1\/invitations\/accept /, 'of the person with the link: test/accounts/invitations'],
  [/^POST \/v1\/(invitations|members\/\{memberId\}\/reset) /, 'by people alone: links, below'],
  [/^GET \/v1\/inbox\/demo /, 'for guests of this machine: test/security/pages'],
  [/ \/v1\/inbox\//, 'of the subscriber whose session it is: test/security/widget-sessions'],
];

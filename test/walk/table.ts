/** By operation: the queries of those that cannot do without one. */
export const QUERIES: Record<string, string> = {
  'GET /v2/subscribers/:subscriberId/notifications/count': `filters=${encodeURIComponent('[{}]')}`,
};

const ENVIRONMENTS =
  'The environments of an organization are managed with the key of any of them, protected ones with their own (EN6).';
const VARIABLES = 'A variable belongs to the organization and has a value for each environment.';
const TOKEN = 'The token in the address says whose choices they are; this one was made nowhere.';
const NO_PROVIDER = 'No OpenID provider is configured.';
const DISABLED = 'The webhook is disabled, so that nothing is sent to it.';
const INTEGRATIONS =
  'The integrations of an organization are managed with the key of any of its environments that are not protected (G14).';

/** What differs from the rule: nothing of another environment is there, and nothing anywhere changes. */
interface Exception {
  /** Why that is right. */
  because: string;
  /** The response to a path that names what is not there, when it is not 404. */
  status?: number;
  /** The response to a body that does, when it is not 404. */
  bodyStatus?: number;
  /** What is named is made in the caller's own environment when it is not there. */
  createsMissing?: true;
  /** The thing belongs to the organization: all its environments see it. */
  organizationWide?: true;
  /** The response to the environment whose things they are, when it is no success. */
  ownStatus?: number;
}

/** By operation: the exceptions. */
export const EXCEPTIONS: Record<string, Exception> = {
  'GET /v1/inbox/demo': { because: 'It is for browsers that have opened a printed address.', status: 403 },
  'GET /v1/activity/funnel': { because: 'It is of a workflow, which has to be named.', status: 422 },
  'GET /v1/activity/live': { because: 'It is a stream, which has to be asked for.', status: 406 },
  'POST /v1/bridge/sync': { because: 'No application responds.', ownStatus: 422 },
  'GET /v1/bridge/controls/:workflowId/:stepId': { because: 'The workflow is not in code.', ownStatus: 404 },
  'PUT /v1/bridge/controls/:workflowId/:stepId': { because: 'The workflow is not in code.', ownStatus: 404 },
  'DELETE /v1/topics/:topicKey': { because: 'A topic with subscribers stays.', ownStatus: 409 },
  'PUT /v1/subscribers/:subscriberId/credentials': { because: 'There is no active chat integration.', ownStatus: 422 },
  'PATCH /v1/subscribers/:subscriberId/credentials': {
    because: 'There is no active chat integration.',
    ownStatus: 422,
  },
  'POST /v1/topics/:topicKey/subscribers': {
    because: 'An unknown topic is created (R16); the response lists unknown subscribers.',
    createsMissing: true,
    status: 200,
    bodyStatus: 200,
  },
  'POST /v1/topics/:topicKey/subscribers/removal': { because: 'Who is no member need not go.', bodyStatus: 204 },
  'DELETE /v2/topics/:topicKey/subscriptions': {
    because: 'Who has no subscription need not lose one.',
    bodyStatus: 200,
  },
  'POST /v2/topics/:topicKey/subscriptions': {
    because: 'An unknown topic is created (R16); unknown subscribers are errors of their items.',
    createsMissing: true,
    status: 201,
    bodyStatus: 201,
  },
  'DELETE /v1/events/trigger/:transactionId': {
    because: 'The response is whether something was stopped: false.',
    status: 200,
  },
  'POST /v2/subscribers/:subscriberId/notifications/seen': {
    because: 'Marks those of the ids that the inbox has.',
    bodyStatus: 204,
  },
  'GET /v1/subscribers/:subscriberId/notifications/feed': {
    because: 'The contract responds with 400 to an unknown subscriber here.',
    status: 400,
  },
  'GET /preferences/:token': { because: TOKEN, organizationWide: true, ownStatus: 404 },
  'POST /preferences/:token': { because: TOKEN, organizationWide: true, ownStatus: 404 },
  'GET /v1/integrations': { because: INTEGRATIONS, organizationWide: true },
  'GET /v1/integrations/active': { because: INTEGRATIONS, organizationWide: true },
  'PUT /v1/integrations/:integrationId': { because: INTEGRATIONS, organizationWide: true },
  'DELETE /v1/integrations/:integrationId': { because: INTEGRATIONS, organizationWide: true },
  'POST /v1/integrations/:integrationId/set-primary': { because: INTEGRATIONS, organizationWide: true },
  'POST /v1/integrations/:integrationId/auto-configure': { because: INTEGRATIONS, organizationWide: true },
  'POST /v1/integrations/:integrationId/test': { because: INTEGRATIONS, organizationWide: true },
  'PUT /v1/environments/:environmentId': { because: ENVIRONMENTS, organizationWide: true },
  'DELETE /v1/environments/:environmentId': { because: ENVIRONMENTS, organizationWide: true },
  'POST /v1/environments/:environmentId/restore': {
    because: 'None was deleted.',
    organizationWide: true,
    ownStatus: 404,
  },
  'POST /v2/environments/:targetEnvironmentId/diff': { because: ENVIRONMENTS, organizationWide: true },
  'POST /v2/environments/:targetEnvironmentId/publish': { because: ENVIRONMENTS, organizationWide: true },
  'GET /v2/environments/:environmentId/definitions': { because: ENVIRONMENTS, organizationWide: true },
  'POST /v2/environments/:environmentId/definitions/diff': { because: ENVIRONMENTS, organizationWide: true },
  'PUT /v2/environments/:environmentId/definitions': { because: ENVIRONMENTS, organizationWide: true },
  'PUT /v2/workflows/:workflowId/sync': {
    because: 'A workflow may go to any environment of the organization. That it must be the own one, its spec shows.',
    organizationWide: true,
  },
  'GET /v2/environments/:environmentId/tags': { because: ENVIRONMENTS, organizationWide: true },
  'GET /v1/environment-variables': { because: VARIABLES, organizationWide: true },
  'GET /v1/environment-variables/:variableKey': { because: VARIABLES, organizationWide: true },
  'GET /v1/environment-variables/:variableKey/usage': { because: VARIABLES, organizationWide: true },
  'PATCH /v1/environment-variables/:variableKey': { because: VARIABLES, organizationWide: true },
  'DELETE /v1/environment-variables/:variableKey': { because: VARIABLES, organizationWide: true },
  'POST /v1/integrations/:integrationIdentifier/mobile-link': {
    because: 'The webhook of the bot must be configured first.',
    ownStatus: 400,
  },
  'POST /v1/integrations/:integrationIdentifier/webhook/configure': {
    because: 'Telegram does not know the bot.',
    ownStatus: 400,
  },
  'POST /v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId': {
    because: 'The address says whose it is, and the signature who may use it.',
    organizationWide: true,
  },
  'POST /v2/inbound-webhooks/sms/:environmentId/:integrationId': {
    because: 'The address says whose it is, and the signature who may use it.',
    organizationWide: true,
  },
  'GET /v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId': {
    because: 'The address says whose it is, and the query who asks. The provider of the integration does not ask.',
    organizationWide: true,
    ownStatus: 404,
  },
  'POST /v2/inbound-webhooks/telegram/:integrationId': {
    because: 'There is no bot that was configured.',
    ownStatus: 404,
  },
  'GET /v1/integrations/chat/oauth/callback': { because: 'Nobody has been sent away.', status: 422 },
  'GET /v1/session/oidc/start': { because: NO_PROVIDER, status: 404 },
  'GET /v1/session/oidc/callback': { because: NO_PROVIDER, status: 404 },
  'POST /v1/webhooks/:webhookId/test': { because: DISABLED, ownStatus: 409 },
  'POST /v1/webhooks/:webhookId/deliveries/replay': { because: DISABLED, ownStatus: 409 },
  'POST /v1/webhooks/:webhookId/deliveries/:deliveryId/replay': { because: DISABLED, ownStatus: 409 },
  'GET /v1/environments': { because: 'Lists the environments of the organization.', organizationWide: true },
};

/** Operations without path parameters whose responses show nothing of an environment. */
export const SHOW_NOTHING: readonly string[] = [
  'GET /v1/activity/charts',
  'GET /v1/activity/funnel',
  'GET /v1/activity/live',
  'GET /health/live',
  'GET /health/ready',
  'GET /v1/brand',
  'GET /v1/bridge/status',
  'GET /v1/integrations/chat/oauth/callback',
  'GET /v1/environments/api-keys',
  'GET /v1/webhooks/event-types',
  'GET /v1/environments/me',
  'GET /v1/environments/deleted',
  'GET /v1/storage',
  'GET /v1/suppressions/export',
  'GET /v1/templates',
  'GET /v1/integrations/in-app/status',
  'GET /v1/integrations/providers',
  'GET /v1/organizations/settings',
  'GET /v1/session/oidc/callback',
  'GET /v1/session/oidc/start',
  'GET /v1/session/guest',
  'GET /v1/session/providers',
  'GET /v1/inbox/demo',
  'GET /v1/users/me',
];

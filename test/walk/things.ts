import { randomBytes, randomInt } from 'node:crypto';
import { Types } from 'mongoose';
import { aGif } from '../../libs/pictures/testing/files.js';
import { toSlug } from '../../src/platform/ids.js';
import type { ApiClient } from '../api-client.js';
import { aConnection, anEndpoint, aSlackIntegration, aTelegramIntegration } from '../builders/channel.js';
import { aForm } from '../builders/form.js';
import { anEmailIntegration } from '../builders/integration.js';
import { aSubscriber } from '../builders/subscriber.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import type { Operation } from './operations.js';

/**
 * Ids of what is in an environment, by the name of the path parameter that takes them. A thing that has several names,
 * such as an identifier, an internal id and a slug, has all of them, in the same order everywhere.
 */
export type Things = Record<string, string[]>;

/** The names of a thing of this kind, which is made when it is first asked for. */
type Need = (kind: string) => Promise<string[]>;

/** How a thing is made, with those that it needs, and names of its kind that nothing has. */
interface Kind {
  make(api: ApiClient, need: Need): Promise<string[]>;
  nowhere: string[];
}

const NOWHERE = '6925a1f0c0ffee0123456789';
const nowhereSlug = (prefix: 'wf' | 'stp' | 'lyt') => toSlug('nowhere', prefix, new Types.ObjectId(NOWHERE));

/**
 * The things of an environment. A name is that of a path parameter; where a parameter means something else in some
 * routes, the path up to it, such as `/v1/notifications/:notificationId`, and where it does with one method, this before.
 */
const KINDS: Record<string, Kind> = {
  subscriberId: {
    make: async (api) => [(await created(api, '/v2/subscribers', aSubscriber())).subscriberId],
    nowhere: ['nobody'],
  },
  workflowId: {
    make: async (api) => {
      const button = (label: string) => ({ label, redirect: { url: '/', target: '_self' } });
      const controlValues = { body: 'Hello', primaryAction: button('Yes'), secondaryAction: button('No') };
      const stepId = `step-${randomBytes(6).toString('hex')}`;
      const workflow = aWorkflow({ steps: [anInAppStep({ stepId, controlValues })] });
      const { workflowId, _id, slug } = await created(api, '/v2/workflows', workflow);
      return [workflowId, _id, slug];
    },
    nowhere: ['no-such-workflow', NOWHERE, nowhereSlug('wf')],
  },
  stepId: {
    make: async (api, need) => {
      const [workflowId] = await need('workflowId');
      const { body } = await api.get(`/v2/workflows/${workflowId}`);
      const [step] = body.data.steps;
      return [step.stepId, step._id, step.slug];
    },
    nowhere: ['no-such-step', NOWHERE, nowhereSlug('stp')],
  },
  layoutId: {
    make: async (api) => {
      // The first one is the default, which cannot be deleted.
      const layout = (name: string) =>
        created(api, '/v2/layouts', { name, layoutId: `layout-${randomBytes(6).toString('hex')}` });
      await layout('Default');
      const { layoutId, _id, slug } = await layout('Frame');
      return [layoutId, _id, slug];
    },
    nowhere: ['no-such-layout', NOWHERE, nowhereSlug('lyt')],
  },
  resourceId: {
    make: async (api, need) => {
      const workflow = await need('workflowId');
      const texts = { resourceType: 'workflow', resourceId: workflow[0], locale: 'en_US', content: { a: 'A' } };
      await created(api, '/v2/translations', texts, 200);
      return workflow;
    },
    nowhere: ['no-such-workflow', NOWHERE, nowhereSlug('wf')],
  },
  transactionId: {
    make: async (api, need) => {
      const [[name], [to]] = [await need('workflowId'), await need('subscriberId')];
      return [await triggered(api, { name: name!, to })];
    },
    nowhere: ['no-such-trigger'],
  },
  notificationId: {
    make: async (api, need) => {
      await need('transactionId');
      const [subscriberId] = await need('subscriberId');
      return eventually(async () => {
        const { body } = await api.get(`/v2/subscribers/${subscriberId}/notifications`);
        expect(body.data).toHaveLength(1);
        return [body.data[0].id];
      });
    },
    nowhere: [NOWHERE],
  },
  messageId: { make: (_api, need) => need('notificationId'), nowhere: [NOWHERE] },
  '/v1/notifications/:notificationId': {
    make: async (api, need) => {
      const [transactionId] = await need('transactionId');
      return eventually(async () => {
        const { body } = await api.get(`/v1/notifications?transactionId=${transactionId}`);
        expect(body.data).toHaveLength(1);
        return [body.data[0]._id];
      });
    },
    nowhere: [NOWHERE],
  },
  assetId: {
    make: async (api) => {
      const content = aGif({ width: 1 + randomInt(16_000) });
      const { status, body } = await api.request({
        method: 'POST',
        url: '/v1/assets',
        ...aForm([['file', 'logo.gif', content]], { alt: 'Acme' }),
      });
      if (status >= 300) throw new Error(`A picture was refused with ${status}`);
      return [body.data.id];
    },
    nowhere: [NOWHERE],
  },
  suppressionId: {
    make: async (api) => {
      const address = `${randomBytes(6).toString('hex')}@example.com`;
      return [(await created(api, '/v1/suppressions', { channel: 'email', address })).id];
    },
    nowhere: [NOWHERE],
  },
  topicKey: {
    make: async (api) => {
      const key = `topic-${randomBytes(6).toString('hex')}`;
      return [(await created(api, '/v2/topics', { key, selfSubscribe: true })).key];
    },
    nowhere: ['no-such-topic'],
  },
  identifier: {
    make: async (api, need) => {
      const [[topicKey], [subscriberId]] = [await need('topicKey'), await need('subscriberId')];
      const identifier = `subscription-${randomBytes(6).toString('hex')}`;
      const subscriptions = [{ subscriberId, identifier }];
      await api.post(`/v2/topics/${topicKey}/subscriptions`, { subscriptions });
      return [identifier];
    },
    nowhere: ['no-such-subscription'],
  },
  externalSubscriberId: { make: (_api, need) => need('subscriberId'), nowhere: ['nobody'] },
  '/v2/contexts/:type/:id': {
    make: async (api) => [
      (await created(api, '/v2/contexts', { type: 'tenant', id: `tenant-${randomBytes(6).toString('hex')}` })).id,
    ],
    nowhere: ['no-such-tenant'],
  },
  integrationId: {
    make: async (api) => [(await created(api, '/v1/integrations', { providerId: 'sendgrid', channel: 'email' }))._id],
    nowhere: [NOWHERE],
  },
  '/v2/inbound-webhooks/telegram/:integrationId': {
    make: (_api, need) => need('integrationId'),
    nowhere: [NOWHERE],
  },
  integrationIdentifier: {
    make: async (api) => [(await created(api, '/v1/integrations', aTelegramIntegration())).identifier],
    nowhere: ['no-such-integration'],
  },
  '/v1/channel-connections/:identifier': {
    make: async (api, need) => {
      const [subscriberId] = await need('subscriberId');
      const { identifier } = await created(api, '/v1/integrations', aSlackIntegration({ active: false }));
      const connection = aConnection({ integrationIdentifier: identifier, subscriberId });
      return [(await created(api, '/v1/channel-connections', connection)).identifier];
    },
    nowhere: ['no-such-connection'],
  },
  '/v1/channel-endpoints/:identifier': {
    make: async (api, need) => {
      const [subscriberId] = await need('subscriberId');
      const { identifier } = await created(api, '/v1/integrations', aSlackIntegration({ active: false }));
      const endpoint = anEndpoint({ integrationIdentifier: identifier, subscriberId });
      return [(await created(api, '/v1/channel-endpoints', endpoint)).identifier];
    },
    nowhere: ['no-such-endpoint'],
  },
  '/v1/inbox/channel-connections/:identifier': {
    make: (_api, need) => need('/v1/channel-connections/:identifier'),
    nowhere: ['no-such-connection'],
  },
  '/v1/inbox/channel-endpoints/:identifier': {
    make: (_api, need) => need('/v1/channel-endpoints/:identifier'),
    nowhere: ['no-such-endpoint'],
  },
  /** An integration of Slack with nothing in it, which bodies name. */
  slack: {
    make: async (api) => [(await created(api, '/v1/integrations', aSlackIntegration({ active: false }))).identifier],
    nowhere: ['no-such-integration'],
  },
  providerOrIntegrationId: {
    make: (_api, need) => need('integrationId'),
    nowhere: [NOWHERE],
  },
  tenantIdentifier: {
    make: async (api) => [
      (await created(api, '/v1/tenants', { identifier: `tenant-${randomBytes(6).toString('hex')}`, name: 'Acme' }))
        .identifier,
    ],
    nowhere: ['no-such-tenant'],
  },
  // Without the integration that it names, a message is given up at once.
  deadLetterId: {
    make: async (api) => {
      const steps = [{ name: 'Mail', type: 'email', controlValues: { subject: 'Hello', body: 'Hello' } }];
      const { workflowId } = await created(api, '/v2/workflows', aWorkflow({ steps }));
      const transactionId = await triggered(api, {
        name: workflowId,
        to: { subscriberId: `s-${randomBytes(6).toString('hex')}`, email: 'ada@example.com' },
        overrides: { email: { integrationIdentifier: 'no-such-integration' } },
      });
      return eventually(async () => {
        const { body } = await api.get(`/v1/dead-letters?transactionId=${transactionId}`);
        expect(body.data).toHaveLength(1);
        return [body.data[0].id];
      });
    },
    nowhere: [NOWHERE],
  },
  outboxMessageId: {
    make: async (api) => {
      const mail = anEmailIntegration({ providerId: 'novu-email', credentials: {} });
      const { identifier } = await created(api, '/v1/integrations', mail);
      const steps = [{ name: 'Mail', type: 'email', controlValues: { subject: 'Hello', body: 'Hello' } }];
      const { workflowId } = await created(api, '/v2/workflows', aWorkflow({ steps }));
      const to = { subscriberId: `s-${randomBytes(6).toString('hex')}`, email: 'ada@example.com' };
      const overrides = { email: { integrationIdentifier: identifier } };
      const transactionId = await triggered(api, { name: workflowId, to, overrides });
      return eventually(async () => {
        const { body } = await api.get(`/v1/outbox?transactionId=${transactionId}`);
        expect(body.data).toHaveLength(1);
        return [body.data[0]._id];
      });
    },
    nowhere: [NOWHERE],
  },
  environmentId: {
    make: async (api) => {
      const name = `Staging ${randomBytes(6).toString('hex')}`;
      const { _id, slug, identifier } = await created(api, '/v1/environments', { name });
      return [_id, slug, identifier];
    },
    nowhere: [NOWHERE],
  },
  '/v2/inbound-webhooks/delivery-providers/:environmentId': {
    make: async (_api, need) => (await need('environmentId')).slice(0, 1),
    nowhere: [NOWHERE],
  },
  '/v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId': {
    make: async (api, need) => {
      const [environmentId] = await need('environmentId');
      const fields = { _environmentId: environmentId, configurations: { inboundWebhookEnabled: true } };
      return [(await created(api, '/v1/integrations', anEmailIntegration(fields)))._id];
    },
    nowhere: [NOWHERE],
  },
  '/v2/inbound-webhooks/sms/:environmentId': {
    make: async (_api, need) => (await need('environmentId')).slice(0, 1),
    nowhere: [NOWHERE],
  },
  '/v2/inbound-webhooks/sms/:environmentId/:integrationId': {
    make: async (api, need) => {
      const [environmentId] = await need('environmentId');
      const configurations = { inboundWebhookEnabled: true };
      const fields = { providerId: 'sinch', channel: 'sms', _environmentId: environmentId, configurations };
      return [(await created(api, '/v1/integrations', fields))._id];
    },
    nowhere: [NOWHERE],
  },
  targetEnvironmentId: { make: (_api, need) => need('environmentId'), nowhere: [NOWHERE] },
  variableKey: {
    make: async (api) => {
      const key = `KEY_${randomBytes(6).toString('hex')}`;
      return [(await created(api, '/v1/environment-variables', { key }, 200)).key];
    },
    nowhere: ['NO_SUCH_VARIABLE'],
  },
  keyId: {
    make: async (api) => [(await created(api, '/v1/api-keys', { name: 'Shop', permissions: 'read' })).id],
    nowhere: ['f'.repeat(24)],
  },
  webhookId: {
    make: async (api) => [(await created(api, '/v1/webhooks', { url: 'https://hooks.example.invalid/' }))._id],
    nowhere: [NOWHERE],
  },
  deliveryId: {
    make: async (api, need) => {
      const [webhookId] = await need('webhookId');
      const url = `/v1/webhooks/${webhookId}`;
      const { _id } = await created(api, `${url}/test`, {});
      // So that no worker has anything to do with it any more.
      await api.patch(url, { enabled: false });
      await eventually(async () => {
        expect((await api.get(`${url}/deliveries/${_id}`)).body.data.status).toBe('failed');
      });
      return [_id];
    },
    nowhere: [NOWHERE],
  },
  applicationId: {
    make: async (api) => [(await created(api, '/v1/legacy/applications', { name: 'Shop' })).applicationId],
    nowhere: ['app_unknown'],
  },
  typeIdentifier: {
    make: async (api, need) => {
      const [[applicationId], [workflowId]] = [await need('applicationId'), await need('workflowId')];
      const type = { identifier: `type-${randomBytes(6).toString('hex')}`, workflowId, text: 'Hello' };
      return [(await created(api, `/v1/legacy/applications/${applicationId}/types`, type)).identifier];
    },
    nowhere: ['no-such-type'],
  },
  // Keys have no sessions, and people are no things of an environment.
  sessionId: { make: () => Promise.resolve([NOWHERE]), nowhere: [NOWHERE] },
  'PATCH /v1/subscribers/:subscriberId/preferences/:levelOrWorkflow': {
    make: (_api, need) => need('workflowId'),
    nowhere: ['no-such-workflow', NOWHERE, nowhereSlug('wf')],
  },
};

/** Path parameters that name no thing, and a value of each. */
const WORDS: Record<string, string> = {
  actionType: 'primary',
  providerId: 'slack',
  type: 'tenant',
  levelOrWorkflow: 'template',
  resourceType: 'workflow',
  locale: 'en_US',
  version: '1',
  token: 'made-nowhere',
};

/** One thing of each of these kinds and of those that they need, by default of all, made in the environment of `api`. */
export async function makeThings(api: ApiClient, kinds: readonly string[] = Object.keys(KINDS)): Promise<Things> {
  const things: Things = {};
  const need: Need = async (kind) => (things[kind] ??= await KINDS[kind]!.make(api, need));
  for (const kind of kinds) await need(kind);
  return things;
}

/** What an operation on a part of these finds in it, although its path does not name it. */
const PARTS: [part: RegExp, kind: string][] = [
  [/\/topics\/:topicKey/, 'identifier'],
  [/\/subscribers\/:subscriberId\/(notifications|messages)/, 'notificationId'],
];

/** The kinds of the things that the path of an operation names or leads to, and those that this body of it names. */
export function kindsIn(operation: Pick<Operation, 'method' | 'path'>, body?: (things: Things) => unknown): string[] {
  const kinds = new Set(PARTS.filter(([part]) => part.test(operation.path)).map(([, kind]) => kind));
  for (const [, parameter] of operation.path.matchAll(/:(\w+)/g)) {
    const taken = takenBy(operation, parameter!);
    if (taken && 'kind' in taken) kinds.add(taken.kind);
  }
  const noting = new Proxy(NOTHING, {
    get: (nothing, kind: string) => {
      kinds.add(kind);
      return nothing[kind];
    },
  });
  body?.(noting);
  return [...kinds];
}

/** What no environment has. */
export const NOTHING: Things = Object.fromEntries(Object.entries(KINDS).map(([name, { nowhere }]) => [name, nowhere]));

/** What a path parameter takes: a kind of thing, or a word; undefined when neither is known. */
export function takenBy(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  parameter: string,
): { kind: string } | { word: string } | undefined {
  const [upTo = path] = new RegExp(`^.*?:${parameter}\\b`).exec(path) ?? [];
  const kind = [`${method} ${upTo}`, upTo, parameter].find((name) => name in KINDS);
  if (kind !== undefined) return { kind };
  const word = WORDS[parameter];
  return word === undefined ? undefined : { word };
}

/**
 * Triggers a workflow, and waits until that is noted on it, which happens a moment later: who compares the store before
 * and after something must not find it between the two.
 */
async function triggered(api: ApiClient, trigger: { name: string } & Record<string, unknown>): Promise<string> {
  const { transactionId } = await created(api, '/v1/events/trigger', trigger);
  await eventually(async () => {
    const { body } = await api.get(`/v2/workflows/${trigger.name}`);
    expect(body.data).toHaveProperty('lastTriggeredAt');
  });
  return transactionId;
}

async function created(api: ApiClient, url: string, payload: object, expected = 201) {
  const { status, body } = await api.post(url, payload);
  expect({ status, body: status === expected ? {} : body }).toEqual({ status: expected, body: {} });
  return body.data;
}

import { getModelToken } from '@nestjs/mongoose';
import { type Model, mongo, Types } from 'mongoose';
import { OneTimeLink } from '../../src/accounts/links/one-time-link.schema.js';
import { EnvironmentVariable } from '../../src/env-variables/environment-variable.schema.js';
import { EnvironmentDeletion } from '../../src/erasure/environments/environment-deletion.schema.js';
import { keysetFilter } from '../../src/platform/paging/cursor-page.js';
import { ClosedWindow, Digest, DigestPage } from '../../src/delivery/runs/digest/digest.schema.js';
import { Throttle } from '../../src/delivery/runs/throttle/throttle.schema.js';
import { Context } from '../../src/contexts/context.schema.js';
import { Environment } from '../../src/auth/environment.schema.js';
import { Event } from '../../src/events/store/event.schema.js';
import { Integration } from '../../src/integrations/integration.schema.js';
import { ChannelConnection } from '../../src/channels/connections/channel-connection.schema.js';
import { ChannelEndpoint } from '../../src/channels/endpoints/channel-endpoint.schema.js';
import { ChatLink } from '../../src/channels/linking/chat-link.schema.js';
import { Layout } from '../../src/layouts/layout.schema.js';
import { LegacyApplication } from '../../src/legacy/applications/legacy-application.schema.js';
import { NotificationType } from '../../src/legacy/types/notification-type.schema.js';
import { LegacyUser } from '../../src/legacy/applications/legacy-user.schema.js';
import { Run } from '../../src/notifications/activity/run.schema.js';
import { runFilter, type RunSearch } from '../../src/notifications/activity/run-filter.js';
import { ActivityCount } from '../../src/notifications/activity/charts/activity-count.schema.js';
import { messageQuery, type NotificationFilter } from '../../src/notifications/messages/message-filter.js';
import { madeSince, shown, unreadIn } from '../../src/notifications/live/live-inboxes.service.js';
import { levelsWith } from '../../src/notifications/messages/message-levels.js';
import { OLDEST_FIRST } from '../../src/notifications/messages/pending/read-selections.js';
import { selectionsOf } from '../../src/notifications/messages/pending/selections.js';
import { Message } from '../../src/notifications/messages/message.schema.js';
import { WebhookDelivery } from '../../src/outbound-webhooks/recording/webhook-delivery.schema.js';
import { WebhookEndpoint } from '../../src/outbound-webhooks/webhook-endpoint.schema.js';
import { OutboxMessage } from '../../src/outbox/outbox-message.schema.js';
import { PresenceNode } from '../../src/subscribers/presence/presence-node.schema.js';
import { SubscriberDeletion } from '../../src/erasure/subscribers/subscriber-deletion.schema.js';
import { Preference } from '../../src/preferences/preference.schema.js';
import { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import { Tenant } from '../../src/contexts/tenants/tenant.schema.js';
import { afterPosition, LATEST_FIRST } from '../../src/delivery/runs/replay/dead-letters.service.js';
import { searchFilter } from '../../src/subscribers/subscriber-search.js';
import { Topic } from '../../src/topics/topic.schema.js';
import { namedIn } from '../../src/topics/subscriptions/subscribing.service.js';
import { TopicSubscription } from '../../src/topics/subscriptions/topic-subscription.schema.js';
import { Translation } from '../../src/translations/translation.schema.js';
import { ListWorkflowsQueryDto } from '../../src/workflows/workflow-list.dto.js';
import { WorkflowVersion } from '../../src/workflows/releases/workflow-version.schema.js';
import { WorkflowRelease } from '../../src/workflows/releases/workflow-release.schema.js';
import { listFilter } from '../../src/workflows/workflow-list-filter.js';
import { Workflow } from '../../src/workflows/workflow.schema.js';
import { startTestApp, type TestApp } from '../test-app.js';

const COMMAND_NOT_FOUND = 59;

/** A query that runs per request or per notification: what is asked, and in which order. */
interface HotQuery {
  model: string;
  filter: object;
  sort?: Record<string, 1 | -1>;
  /** The index is on more than the environment and the order, which would be read through for what is rare. */
  isNarrowed?: boolean;
}

const id = new Types.ObjectId();
const now = new Date();
const inbox = { environmentId: id, subscriberId: id, channel: 'in_app' as const, expiresAt: { $gt: now } };
const topic = { environmentId: id, _id: id };
const ofTopic = { environmentId: id, topicId: id };
const ofApplication = { environmentId: id, applicationId: id };
const ofOne = { environmentId: id, subscriberId: id };
const ofEndpoint = { environmentId: id, endpointId: id };
const byResource = { resourceType: 1, resourceId: 1, locale: 1 } as const;
const newestFirst = { createdAt: -1, _id: -1 } as const;
const deadLetters = { environmentId: id, deadAt: { $exists: true } };

const HOT_QUERIES: [string, HotQuery][] = [
  ['the environment of an API key', { model: Environment.name, filter: { 'apiKeys.hash': 'x' } }],
  ['a one-time link by its token', { model: OneTimeLink.name, filter: { tokenHash: 'x', expiresAt: { $gt: now } } }],
  ['the environment of an inbox widget', { model: Environment.name, filter: { identifier: 'x' } }],
  [
    'what a session follows of a topic',
    { model: TopicSubscription.name, filter: { ...ofTopic, subscriberId: id, contextScope: '' } },
  ],
  [
    'subscriptions of a session by name',
    {
      model: TopicSubscription.name,
      filter: { ...ofOne, contextScope: '', $or: [{ identifier: { $in: ['x'] } }, { _id: { $in: [id] } }] },
    },
  ],
  ['a subscriber by id', { model: Subscriber.name, filter: { environmentId: id, subscriberId: 'x' } }],
  [
    'the recipients of an event',
    { model: Subscriber.name, filter: { environmentId: id, subscriberId: { $in: ['x', 'y'] } } },
  ],
  ['subscribers, first page', { model: Subscriber.name, filter: searchFilter({ id }, {}), sort: { _id: -1 } }],
  [
    'subscribers, deep page',
    {
      model: Subscriber.name,
      filter: { $and: [searchFilter({ id }, {}), keysetFilter('_id', { id }, 'descending', false)] },
      sort: { _id: -1 },
    },
  ],
  ...(['createdAt', 'updatedAt'] as const).map((field): [string, HotQuery] => [
    `subscribers by ${field}, deep page`,
    {
      model: Subscriber.name,
      filter: { $and: [searchFilter({ id }, {}), keysetFilter(field, { id, value: new Date() }, 'descending', false)] },
      sort: { [field]: -1, _id: -1 },
    },
  ]),
  ['subscribers, older pages', { model: Subscriber.name, filter: { environmentId: id }, sort: newestFirst }],
  ['deletions to repeat', { model: SubscriberDeletion.name, filter: { dueAt: { $lte: new Date() } } }],
  ['events of an actor', { model: Event.name, filter: { 'actor.subscriberId': 'x', environmentId: id } }],
  ['events that exclude somebody', { model: Event.name, filter: { 'recipients.exclude': 'x', environmentId: id } }],
  ['problems of somebody', { model: Event.name, filter: { 'problems.subscriberId': 'x', environmentId: id } }],
  ['digests of a person', { model: Digest.name, filter: { subscriberId: id } }],
  ['full pages of digests of a person', { model: DigestPage.name, filter: { subscriberId: id } }],
  ['closed digests of a person', { model: ClosedWindow.name, filter: { subscriberId: id } }],
  ['throttles of a person', { model: Throttle.name, filter: { subscriberId: id } }],
  ['a workflow by identifier', { model: Workflow.name, filter: { environmentId: id, workflowId: 'x' } }],
  [
    'the active integrations of an environment',
    { model: Integration.name, filter: { environmentId: id, active: true }, sort: newestFirst },
  ],
  [
    'the integrations of an organization',
    { model: Integration.name, filter: { organizationId: id }, sort: newestFirst },
  ],
  [
    'the primary integration',
    { model: Integration.name, filter: { environmentId: id, channel: 'email', primary: true } },
  ],
  ['the inbox of an environment', { model: Integration.name, filter: { environmentId: id, channel: 'in_app' } }],
  ['an integration by identifier', { model: Integration.name, filter: { organizationId: id, identifier: 'x' } }],
  [
    'messages a provider reports about',
    { model: Message.name, filter: { environmentId: id, providerMessageId: { $in: ['x', 'y'] }, integrationId: id } },
  ],
  ['links of a person', { model: ChatLink.name, filter: { environmentId: id, subscriberId: id } }],
  [
    'the connection of an owner',
    { model: ChannelConnection.name, filter: { environmentId: id, integrationId: id, owner: 'x' } },
  ],
  [
    'the endpoints of recipients',
    {
      model: ChannelEndpoint.name,
      filter: { environmentId: id, subscriberId: { $in: [id, new Types.ObjectId()] }, integrationId: { $in: [id] } },
    },
  ],
  [
    'the connections of endpoints',
    { model: ChannelConnection.name, filter: { environmentId: id, identifier: { $in: ['x', 'y'] } } },
  ],
  ...[ChannelConnection.name, ChannelEndpoint.name].flatMap((model): [string, HotQuery][] => [
    [`${model} by identifier`, { model, filter: { environmentId: id, identifier: 'x' } }],
    [`${model} of a person, to delete`, { model, filter: { environmentId: id, subscriberId: id } }],
    [
      `${model} of a person, newest first`,
      { model, filter: { environmentId: id, externalSubscriberId: 'x' }, sort: { _id: -1 } },
    ],
    [`${model}, newest first`, { model, filter: { environmentId: id }, sort: { _id: -1 } }],
    [`${model} by last change`, { model, filter: { environmentId: id }, sort: { updatedAt: -1, _id: -1 } }],
  ]),
  ['webhooks of an environment', { model: WebhookEndpoint.name, filter: { environmentId: id }, sort: { _id: -1 } }],
  ['webhooks that are told', { model: WebhookEndpoint.name, filter: { environmentId: id, enabled: true } }],
  ...[ofEndpoint, { ...ofEndpoint, status: 'failed' }, { ...ofEndpoint, eventType: 'x' }].map(
    (filter): [string, HotQuery] => [
      `deliveries to a webhook by ${Object.keys(filter).join()}`,
      { model: WebhookDelivery.name, filter, sort: newestFirst },
    ],
  ),
  [
    'deliveries that are due',
    {
      model: WebhookDelivery.name,
      filter: { wakeAt: { $lte: now }, endpointId: { $nin: [id] } },
      sort: { wakeAt: 1, endpointId: 1 },
    },
  ],
  ['deliveries of a person, to delete', { model: WebhookDelivery.name, filter: ofOne }],
  ['an environment by identifier', { model: Environment.name, filter: { identifier: 'x' } }],
  ['the environments of an organization', { model: Environment.name, filter: { organizationId: id } }],
  ['a variable by key', { model: EnvironmentVariable.name, filter: { organizationId: id, key: 'x' } }],
  [
    'the variables of an organization',
    { model: EnvironmentVariable.name, filter: { organizationId: id }, sort: { key: 1 } },
  ],
  [
    'deletions that are due',
    { model: EnvironmentDeletion.name, filter: { dueAt: { $lte: new Date() } }, sort: { dueAt: 1 } },
  ],
  ['a legacy application by id', { model: LegacyApplication.name, filter: { applicationId: 'x' } }],
  ['legacy applications', { model: LegacyApplication.name, filter: { environmentId: id }, sort: { _id: -1 } }],
  ['a notification type', { model: NotificationType.name, filter: { ...ofApplication, identifier: 'x' } }],
  ['notification types', { model: NotificationType.name, filter: ofApplication, sort: { _id: -1 } }],
  ['the number of a user', { model: LegacyUser.name, filter: { ...ofApplication, subscriberId: 'x' } }],
  ['users of an application', { model: LegacyUser.name, filter: ofApplication }],
  ['a tenant by identifier', { model: Tenant.name, filter: { environmentId: id, identifier: { $in: ['x'] } } }],
  ['tenants', { model: Tenant.name, filter: { environmentId: id }, sort: { _id: -1 } }],
  ['overdue events', { model: Event.name, filter: { sweepAt: { $lte: new Date() } }, sort: { sweepAt: 1 } }],
  [
    'what an environment delivers next',
    {
      model: Event.name,
      filter: {
        environmentId: id,
        'waiting.priority': 'normal',
        'waiting.since': { $exists: true },
        'expansion.done': false,
        $or: [{ 'expansion.claim': { $exists: false } }, { 'expansion.claim.until': { $lte: now } }],
      },
      sort: { 'waiting.since': 1 },
      isNarrowed: true,
    },
  ],
  [
    'due runs of some environments',
    { model: Run.name, filter: { environmentId: { $in: [id, new Types.ObjectId()] }, wakeAt: { $lte: now } } },
  ],
  ['an event by transaction', { model: Event.name, filter: { environmentId: id, transactionId: 'x' } }],
  ...inboxQueries(),
  ['the outbox', { model: OutboxMessage.name, filter: { environmentId: id }, sort: newestFirst }],
  [
    'the outbox, of a channel',
    { model: OutboxMessage.name, filter: { environmentId: id, channel: 'sms' }, sort: newestFirst },
  ],
  [
    'the outbox, to a recipient',
    { model: OutboxMessage.name, filter: { environmentId: id, recipients: 'x' }, sort: newestFirst },
  ],
  [
    'the outbox, of a trigger',
    { model: OutboxMessage.name, filter: { environmentId: id, transactionId: 'x' }, sort: newestFirst },
  ],
  ['what the outbox has of a subscriber', { model: OutboxMessage.name, filter: ofOne }],
  [
    'counts of a chart',
    {
      model: ActivityCount.name,
      filter: { environmentId: id, interval: 'day', workflowId: null, at: { $gte: now, $lte: now } },
    },
  ],
  ['messages, newest first', { model: Message.name, filter: { environmentId: id }, sort: newestFirst }],
  ['messages of a subscriber', { model: Message.name, filter: ofOne, sort: newestFirst }],
  [
    'messages of a trigger',
    { model: Message.name, filter: { environmentId: id, transactionId: 'x' }, sort: newestFirst },
  ],
  [
    'messages that were given up, deep page',
    {
      model: Message.name,
      filter: afterPosition({ ...deadLetters, channel: 'sms' }, { id, value: now }),
      sort: LATEST_FIRST,
    },
  ],
  [
    'snoozes that are over',
    { model: Message.name, filter: { snoozedUntil: { $lte: now } }, sort: { snoozedUntil: 1 } },
  ],
  [
    'messages somebody has missed',
    {
      model: Message.name,
      filter: missed(),
      sort: OLDEST_FIRST,
    },
  ],
  [
    'inboxes with pending changes',
    { model: Subscriber.name, filter: { pendingDueAt: { $lte: now } }, sort: { pendingDueAt: 1 } },
  ],
  [
    'those of an environment',
    { model: Subscriber.name, filter: { environmentId: id, pendingDueAt: { $gt: now } }, isNarrowed: true },
  ],
  ['people at a process', { model: Subscriber.name, filter: { onlineAt: 'x' } }],
  ['processes that are silent', { model: PresenceNode.name, filter: { seenAt: { $lt: now } } }],
  [
    'the bundles of an inbox',
    { model: Message.name, filter: { ...inbox, archived: false, 'data.bundleSegment': { $in: ['x', 'y'] } } },
  ],
  ...activityQueries(),
  ['runs of an environment', { model: Run.name, filter: { environmentId: id }, sort: newestFirst }],
  ['runs of a trigger', { model: Run.name, filter: { environmentId: id, transactionId: 'x' }, sort: newestFirst }],
  ['a context by key', { model: Context.name, filter: { environmentId: id, key: 'x' } }],
  ['contexts, newest first', { model: Context.name, filter: { environmentId: id }, sort: { _id: -1 } }],
  ['contexts with an id', { model: Context.name, filter: { environmentId: id, contextId: 'x' }, sort: { _id: -1 } }],
  ['topics by key', { model: Topic.name, filter: { environmentId: id, key: { $in: ['x', 'y'] } } }],
  ['topics, newest first', { model: Topic.name, filter: { environmentId: id }, sort: { _id: -1 } }],
  ['topics by last change', { model: Topic.name, filter: { environmentId: id }, sort: { updatedAt: -1, _id: -1 } }],
  ['a topic subscription', { model: TopicSubscription.name, filter: { ...ofTopic, identifier: 'x' } }],
  ['subscriptions of a topic, newest first', { model: TopicSubscription.name, filter: ofTopic, sort: { _id: -1 } }],
  [
    'subscriptions of a topic in a context, newest first',
    { model: TopicSubscription.name, filter: { ...ofTopic, contextScope: '' }, sort: { _id: -1 } },
  ],
  ['what one follows, newest first', { model: TopicSubscription.name, filter: ofOne, sort: { _id: -1 } }],
  [
    'members of a topic in a context',
    { model: TopicSubscription.name, filter: { ...ofTopic, contextScope: '' }, sort: { subscriberId: 1, _id: 1 } },
  ],
  ['subscribers by their number', { model: Subscriber.name, filter: { environmentId: id, phone: { $in: ['+1'] } } }],
  ['runs of a subscriber', { model: Run.name, filter: { environmentId: id, subscriberId: { $in: [id] } } }],
  [
    'what recipients have chosen',
    { model: Preference.name, filter: { environmentId: id, subscriberId: { $in: [id] }, contextScope: { $in: [''] } } },
  ],
  ['whether anybody has chosen', { model: Preference.name, filter: { environmentId: id } }],
  ['workflows by internal ids', { model: Workflow.name, filter: { environmentId: id, _id: { $in: [id] } } }],
  [
    'workflows by identifiers',
    { model: Workflow.name, filter: { environmentId: id, workflowId: { $in: ['x', 'y'] } } },
  ],
  ['workflows as definitions', { model: Workflow.name, filter: { environmentId: id }, sort: { workflowId: 1 } }],
  ['layouts as definitions', { model: Layout.name, filter: { environmentId: id }, sort: { layoutId: 1 } }],
  ['texts of definitions', { model: Translation.name, filter: { environmentId: id }, sort: byResource }],
  [
    'texts of some workflows and all layouts',
    {
      model: Translation.name,
      filter: {
        environmentId: id,
        $or: [{ resourceType: 'layout' }, { resourceType: 'workflow', resourceId: { $in: ['x'] } }],
      },
      sort: byResource,
    },
  ],
  ['a layout by identifier', { model: Layout.name, filter: { environmentId: id, layoutId: 'x' } }],
  ['the default layout', { model: Layout.name, filter: { environmentId: id, isDefault: true } }],
  ...(['createdAt', 'updatedAt', 'nameKey'] as const).map((field): [string, HotQuery] => [
    `layouts by ${field}`,
    { model: Layout.name, filter: { environmentId: id }, sort: { [field]: -1, _id: -1 } },
  ]),
  [
    'the texts of a resource',
    {
      model: Translation.name,
      filter: { environmentId: id, resourceType: 'workflow', resourceId: 'x' },
      sort: { locale: 1 },
    },
  ],
  [
    'all texts of a language',
    {
      model: Translation.name,
      filter: { environmentId: id, locale: 'en_US' },
      sort: { resourceType: 1, resourceId: 1 },
    },
  ],
  ['releases of an environment', { model: WorkflowRelease.name, filter: { environmentId: id } }],
  [
    'versions of a workflow',
    { model: WorkflowVersion.name, filter: { environmentId: id, workflowId: id }, sort: { version: -1 } },
  ],
  [
    'workflows by status',
    {
      model: Workflow.name,
      filter: listFilter(
        { id, organizationId: id },
        Object.assign(new ListWorkflowsQueryDto(), { status: ['ERROR' as const] }),
        new Set(['sms']),
      ),
      sort: newestFirst,
    },
  ],
  ['all workflows, newest first', { model: Workflow.name, filter: { environmentId: id }, sort: newestFirst }],
];

/** Each filter of the activity alone. */
function activityQueries(): [string, HotQuery][] {
  const searches: RunSearch[] = [
    { workflowIds: [id] },
    { status: ['failed'] },
    { reason: ['missing_address'] },
    { channels: ['push'] },
    { severity: ['high'] },
    { providerId: ['ses'] },
    { topicKey: 'x' },
    { contextKeys: ['tenant:x', 'app:y'] },
  ];
  return searches.map((search) => [
    `runs by ${Object.keys(search).join()}`,
    { model: Run.name, filter: runFilter({ id }, search), sort: newestFirst, isNarrowed: true },
  ]);
}

function inInbox(filter: NotificationFilter): object {
  return selectionsOf({ filter: inbox, pending: [] }, messageQuery(filter, now))[0]!.filter;
}

function missed(): object {
  const since = madeSince({ subscriberId: id, contextKeys: [] }, { time: now, except: id });
  const levels = levelsWith({ archived: false });
  return selectionsOf({ filter: shown({ id }, now), pending: [] }, { levels, where: since })[0]!.filter;
}

/** Lists, counts and what changes many: whatever they ask for, a large inbox is not read through. */
function inboxQueries(): [string, HotQuery][] {
  const filters: [string, NotificationFilter][] = [
    ['the inbox', {}],
    ['the archive', { archived: true }],
    ['unread messages', { read: false }],
    ['unseen messages', { seen: false }],
  ];
  const behind = keysetFilter('createdAt', { id, value: now }, 'descending', false);
  return filters.flatMap(([name, filter]): [string, HotQuery][] => {
    const asked = inInbox(filter);
    return [
      [`${name}, first page`, { model: Message.name, filter: asked, sort: newestFirst }],
      [`${name}, deep page`, { model: Message.name, filter: { $and: [asked, behind] }, sort: newestFirst }],
      [`${name}, count and change`, { model: Message.name, filter: asked }],
    ];
  });
}

describe('hot queries', () => {
  let carillon: TestApp;

  beforeAll(async () => {
    carillon = await startTestApp();
  });

  afterAll(() => carillon.close());

  const SEARCHES = { email: 'x', phone: 'x', subscriberId: 'x', name: 'x' };

  // What is new must be found by the index on it, or a large inbox is read through to find little.
  it.each([
    ['read', inInbox({ read: false })],
    ['seen', inInbox({ seen: false })],
    ['read', unreadIn({ id }, [id, new Types.ObjectId()], now).filter],
  ])('messages that are not %s: read from the index on them', async (field, filter) => {
    const text = await planOf({ model: Message.name, filter });
    if (text === undefined) return;
    expect(text).toMatch(new RegExp(`"indexName":"[^"]*_${field}_1_`));
  });

  it('snoozed messages: read from an index', async () => {
    const filter = inInbox({ snoozed: true });
    const text = await planOf({ model: Message.name, filter, sort: newestFirst });
    if (text === undefined) return;
    expect(text).toContain('"IXSCAN"');
    expect(text).not.toContain('"COLLSCAN"');
  });

  // Only the order or the filter can come from an index; which of them is the store's choice.
  it.each(Object.entries(SEARCHES))('subscribers by a part of %s: read from an index', async (field, part) => {
    const filter = searchFilter({ id }, { [field]: part });
    const text = await planOf({ model: Subscriber.name, filter, sort: { _id: -1 } });
    if (text === undefined) return;
    expect(text).toContain('"IXSCAN"');
    expect(text).not.toContain('"COLLSCAN"');
  });

  it('what new subscriptions meet: each of the two ways is read from an index of its own', async () => {
    const text = await planOf({ model: TopicSubscription.name, filter: namedIn(topic, ['x', 'y'], [id]) });
    if (text === undefined) return;
    expect(text.match(/"IXSCAN"/g)!.length).toBeGreaterThanOrEqual(2);
    expect(text).not.toContain('"COLLSCAN"');
  });

  it('messages that were given up, deep page: reads no more of the index than the page', async () => {
    const messages = carillon.app.get<Model<Message>>(getModelToken(Message.name)).collection;
    const dead = (index: number) => ({ ...deadLetters, _id: new Types.ObjectId(), deadAt: new Date(index) });
    const list = Array.from({ length: 60 }, (_, index) => dead(Math.floor(index / 3)));
    await messages.insertMany(list);
    const middle = list[30]!;
    const explained = await messages
      .find(afterPosition(deadLetters, { id: middle._id, value: middle.deadAt }))
      .sort(LATEST_FIRST)
      .limit(5)
      .explain('executionStats')
      .catch(ignoreMissingExplain);
    await messages.deleteMany({ _id: { $in: list.map(({ _id }) => _id) } });
    if (explained === undefined) return;
    expect(explained).toMatchObject({ executionStats: { nReturned: 5 } });
    // Those of the same instant, that lie before the place, are passed over.
    expect(Reflect.get(explained.executionStats as object, 'totalKeysExamined')).toBeLessThanOrEqual(5 + 3);
  });

  it.each(HOT_QUERIES)('%s: read from an index, in its order', async (_name, query) => {
    const text = await planOf(query);
    if (text === undefined) return;
    expect(text).toContain('"IXSCAN"');
    expect(text).not.toContain('"COLLSCAN"');
    expect(text).not.toContain('"SORT"');
    if (query.isNarrowed) expect(text).not.toMatch(/"indexName":"environmentId_1_createdAt/);
  });

  /** The plan as text; undefined when the server does not tell. */
  async function planOf({ model, filter, sort }: HotQuery): Promise<string | undefined> {
    const documents = carillon.app.get<Model<object>>(getModelToken(model)).collection;
    const plan = await documents
      .find(filter)
      .sort(sort ?? {})
      .limit(11)
      .explain()
      .catch(ignoreMissingExplain);
    return plan === undefined ? undefined : JSON.stringify(plan);
  }
});

// The plan can only be asked of a server that tells it; there is none to judge on others.
function ignoreMissingExplain(error: unknown): undefined {
  if (error instanceof mongo.MongoServerError && error.code === COMMAND_NOT_FOUND) return undefined;
  throw error;
}

import { getModelToken } from '@nestjs/mongoose';
import { type Model, mongo, Types } from 'mongoose';
import { Context } from '../src/contexts/context.schema.js';
import { Environment } from '../src/environments/environment.schema.js';
import { Event } from '../src/events/event.schema.js';
import { Integration } from '../src/integrations/integration.schema.js';
import { Run } from '../src/notifications/activity/run.schema.js';
import { Message } from '../src/notifications/messages/message.schema.js';
import { Subscriber } from '../src/subscribers/subscriber.schema.js';
import { Topic } from '../src/topics/topic.schema.js';
import { namedIn } from '../src/topics/subscriptions/named-in.js';
import { TopicSubscription } from '../src/topics/subscriptions/topic-subscription.schema.js';
import { Workflow } from '../src/workflows/workflow.schema.js';
import { startTestApp, type TestApp } from './test-app.js';

const COMMAND_NOT_FOUND = 59;

/** A query that runs per request or per notification: what is asked, and in which order. */
interface HotQuery {
  model: string;
  filter: object;
  sort?: Record<string, 1 | -1>;
}

const id = new Types.ObjectId();
const inbox = { environmentId: id, subscriberId: id, channel: 'in_app' };
const topic = { environmentId: id, _id: id };
const ofTopic = { environmentId: id, topicId: id };
const ofOne = { environmentId: id, subscriberId: id };
const newestFirst = { createdAt: -1, _id: -1 } as const;

const HOT_QUERIES: [string, HotQuery][] = [
  ['the environment of an API key', { model: Environment.name, filter: { 'apiKeys.hash': 'x' } }],
  ['a subscriber by id', { model: Subscriber.name, filter: { environmentId: id, subscriberId: 'x' } }],
  [
    'the recipients of an event',
    { model: Subscriber.name, filter: { environmentId: id, subscriberId: { $in: ['x', 'y'] } } },
  ],
  ['a workflow by identifier', { model: Workflow.name, filter: { environmentId: id, workflowId: 'x' } }],
  [
    'the active in-app integration',
    { model: Integration.name, filter: { environmentId: id, channel: 'in_app', active: true } },
  ],
  ['overdue events', { model: Event.name, filter: { sweepAt: { $lte: new Date() } }, sort: { sweepAt: 1 } }],
  ['an event by transaction', { model: Event.name, filter: { environmentId: id, transactionId: 'x' } }],
  ['the inbox', { model: Message.name, filter: { ...inbox, archived: false }, sort: newestFirst }],
  ['the archive', { model: Message.name, filter: { ...inbox, archived: true }, sort: newestFirst }],
  ['unread messages', { model: Message.name, filter: { ...inbox, archived: false, read: false }, sort: newestFirst }],
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
  ['what new subscriptions meet', { model: TopicSubscription.name, filter: namedIn(topic, ['x', 'y'], [id]) }],
  ['runs of a subscriber', { model: Run.name, filter: { environmentId: id, subscriberId: { $in: [id] } } }],
];

describe('hot queries', () => {
  let carillon: TestApp;

  beforeAll(async () => {
    carillon = await startTestApp();
  });

  afterAll(() => carillon.close());

  it.each(HOT_QUERIES)('%s: read from an index, in its order', async (_name, { model, filter, sort }) => {
    const documents = carillon.app.get<Model<object>>(getModelToken(model)).collection;
    const plan = await documents
      .find(filter)
      .sort(sort ?? {})
      .limit(11)
      .explain()
      .catch(ignoreMissingExplain);
    if (plan === undefined) return;
    const text = JSON.stringify(plan);
    expect(text).toContain('"IXSCAN"');
    expect(text).not.toContain('"COLLSCAN"');
    expect(text).not.toContain('"SORT"');
  });
});

// The plan can only be asked of a server that tells it; there is none to judge on others.
function ignoreMissingExplain(error: unknown): undefined {
  if (error instanceof mongo.MongoServerError && error.code === COMMAND_NOT_FOUND) return undefined;
  throw error;
}

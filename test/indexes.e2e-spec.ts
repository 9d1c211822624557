import { getModelToken } from '@nestjs/mongoose';
import { type Model, mongo, Types } from 'mongoose';
import { Environment } from '../src/environments/environment.schema.js';
import { Event } from '../src/events/event.schema.js';
import { Integration } from '../src/integrations/integration.schema.js';
import { Run } from '../src/notifications/activity/run.schema.js';
import { Message } from '../src/notifications/messages/message.schema.js';
import { Preference } from '../src/preferences/preference.schema.js';
import { Subscriber } from '../src/subscribers/subscriber.schema.js';
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
  ['all workflows, newest first', { model: Workflow.name, filter: { environmentId: id }, sort: newestFirst }],
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

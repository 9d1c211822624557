import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ObjectId } from 'mongodb';

const POLL_MS = 10;
const BATCH = 500;
const PATIENCE_MS = 15 * 60_000;

/** What is triggered, for whom, and whether it has arrived. */
export class Scene {
  #application;
  #database;

  /** Creates an in-app workflow with a subject and a body that are templates. */
  static async create(application, database) {
    const scene = new Scene();
    scene.#application = application;
    scene.#database = database;
    const { data } = await scene.post('/v2/workflows', {
      name: 'Order shipped',
      workflowId: 'order-shipped',
      active: true,
      steps: [
        {
          name: 'Inbox',
          type: 'in_app',
          controlValues: {
            subject: 'Order {{payload.order}} is on its way',
            body: 'Dear {{subscriber.firstName}}, we have sent {{payload.order}} to {{payload.address}}.',
            primaryAction: { label: 'Track', redirect: { url: 'https://example.com/orders/{{payload.order}}' } },
          },
        },
      ],
    });
    scene.workflowId = data.workflowId;
    return scene;
  }

  /** The body of a trigger. */
  body(to) {
    return { name: this.workflowId, ...(to && { to }), payload: { order: 'A-1741', address: '12 Bell Lane, London' } };
  }

  /** Triggers for one subscriber, with the headers of a key. */
  trigger(headers) {
    return this.post('/v1/events/trigger', this.body('ada'), headers);
  }

  /** Triggers for these subscribers and waits until it is delivered. */
  async deliver(to) {
    await this.deliverTo('/v1/events/trigger', this.body(to));
  }

  /** Triggers for everyone; returns the seconds until everyone has a message, and their transaction id. */
  async broadcast() {
    const start = performance.now();
    const transactionId = await this.deliverTo('/v1/events/trigger/broadcast', this.body());
    return { seconds: (performance.now() - start) / 1000, transactionId };
  }

  async deliverTo(path, body) {
    const transactionId = randomUUID();
    await this.post(path, { ...body, transactionId });
    await this.until(async () => {
      const event = await this.collection('events').findOne({ transactionId }, { projection: { sweepAt: 1 } });
      return event && !event.sweepAt;
    });
    return transactionId;
  }

  /** Resolves when nothing that was triggered is open. */
  async allDelivered() {
    await this.until(async () => !(await this.collection('events').findOne({ sweepAt: { $exists: true } })));
  }

  /** Stores subscribers as fast as the store takes them; returns their ids. */
  async people(count, name = 'Development') {
    const environment = await this.collection('environments').findOne({ name });
    const ids = Array.from({ length: count }, () => `s-${randomUUID()}`);
    for (let start = 0; start < count; start += BATCH) {
      await this.collection('subscribers').insertMany(
        ids.slice(start, start + BATCH).map((id) => newSubscriber(environment, id)),
        { ordered: false },
      );
    }
    return ids;
  }

  /** All documents of a collection that a trigger has led to. */
  stored(collection, transactionId) {
    return this.collection(collection).find({ transactionId }).toArray();
  }

  collection(name) {
    return this.#database.collection(name);
  }

  async post(path, body, headers = this.#application.headers) {
    const { url } = this.#application;
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.status !== 201) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return response.json();
  }

  async until(condition) {
    const end = performance.now() + PATIENCE_MS;
    while (!(await condition())) {
      if (performance.now() > end) throw new Error('What was triggered was not delivered in time');
      await setTimeout(POLL_MS);
    }
  }
}

function newSubscriber({ _id, organizationId }, subscriberId) {
  const now = new Date();
  return {
    _id: new ObjectId(),
    environmentId: _id,
    organizationId,
    subscriberId,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${subscriberId}@example.com`,
    channels: [],
    createdAt: now,
    updatedAt: now,
    __v: 0,
  };
}

// Fills a store with runs that look like those of a shop, and knows the requests with which the console reads them.
import { ObjectId } from 'mongodb';

const BATCH = 1000;
const RUNS_OF_EVENT = 100;
/** Time between two runs. */
const PACE_MS = 500;
const MAX_SUBSCRIBERS = 20_000;
const WORKFLOWS = 60;
/** Of a hundred runs so many have this outcome; the others were sent. */
const SHARES = { skipped: 20, failed: 3 };

/** The runs, whom they are for, and the page in their middle. */
export class ManyRuns {
  #carillon;
  #database;
  #subscribers;
  #middle;

  static async store(carillon, database, count) {
    const runs = new ManyRuns();
    runs.#carillon = carillon;
    runs.#database = database;
    await runs.#createWorkflows();
    await runs.#createSubscribers(Math.min(MAX_SUBSCRIBERS, Math.ceil(count / 20)));
    await runs.#copyRuns(await runs.#realRuns(), count);
    return runs;
  }

  /** One trigger for so many people. */
  async trigger(people) {
    const first = Math.floor(Math.random() * (this.#subscribers.length - people));
    const to = this.#subscribers.slice(first, first + people).map(({ subscriberId }) => subscriberId);
    await this.#carillon.call('POST', '/v1/events/trigger', { name: 'sent', to, payload: { orderId: 4711 } });
  }

  /** Requests of lists, each with what it asks for. */
  async requests() {
    const runs = '/v1/notifications?paging=cursor&limit=25';
    const subscribers = '/v2/subscribers?limit=25';
    const person = this.#subscribers[Math.floor(this.#subscribers.length / 2)];
    const { data: workflow } = await this.#carillon.call('GET', '/v2/workflows/sent');
    const { data: other } = await this.#carillon.call('GET', '/v2/workflows/other-1');
    const middle = encodeURIComponent(this.#middle.createdAt.toISOString());
    return [
      ['activity: first page', runs],
      ['activity: page in the middle', `${runs}&after=${await this.#cursor(runs, this.#middle)}`],
      ['activity: failed', `${runs}&status=failed`],
      ['activity: skipped for want of an address', `${runs}&reason=missing_address`],
      ['activity: a reason that none has', `${runs}&reason=throttled`],
      ['activity: a workflow', `${runs}&workflowIds=${workflow._id}`],
      ['activity: a workflow that had no trigger, failed', `${runs}&workflowIds=${other._id}&status=failed`],
      ['activity: a workflow, failed', `${runs}&workflowIds=${workflow._id}&status=failed`],
      ['activity: a provider that none has used', `${runs}&providerId=twilio`],
      ['activity: a person', `${runs}&search=${person.subscriberId}`],
      ['activity: a trigger', `${runs}&transactionId=${this.#middle.transactionId}`],
      ['activity: a time, failed', `${runs}&to=${middle}&status=failed`],
      ['overview: a day', '/v1/activity/charts'],
      ['triggers: first page', '/v1/events?limit=25'],
      ['subscribers: first page', subscribers],
      ['subscribers: page in the middle', `${subscribers}&after=${await this.#cursor(subscribers, person)}`],
      ['subscribers: part of the name', `${subscribers}&name=lovel`],
      ['subscribers: part of the email address', `${subscribers}&email=${person.subscriberId}`],
      ['workflows: first page', '/v2/workflows?limit=25&orderBy=updatedAt&orderDirection=DESC'],
      ['workflows: a word', '/v2/workflows?limit=25&query=shop'],
      ['dead letters: first page', '/v1/dead-letters?limit=25'],
      ['audit: first page', '/v1/audit?limit=25'],
    ];
  }

  /** The cursor of a list that leads to what is behind this record: as the one to its second page, with other values. */
  async #cursor(list, { _id, createdAt }) {
    const { next } = await this.#carillon.call('GET', list);
    const values = JSON.parse(Buffer.from(next, 'base64url').toString());
    const moved = values.map((value) => {
      if (/^[0-9a-f]{24}$/.test(value)) return _id.toHexString();
      return /^\d{4}-\d\d-\d\dT/.test(value) ? createdAt.toISOString() : value;
    });
    return Buffer.from(JSON.stringify(moved)).toString('base64url');
  }

  async #createWorkflows() {
    const inApp = { name: 'Inbox', type: 'in_app', controlValues: { body: 'Order {{payload.orderId}}' } };
    const email = { name: 'Email', type: 'email', controlValues: { subject: 'Order', body: '<p>Shipped</p>' } };
    const sms = { name: 'SMS', type: 'sms', controlValues: { body: 'Order {{payload.orderId}}' } };
    const create = (workflowId, steps) =>
      this.#carillon.call('POST', '/v2/workflows', { workflowId, name: `Shop ${workflowId}`, active: true, steps });
    await create('sent', [inApp, email]);
    await create('skipped', [inApp, sms]);
    await create('failed', [
      { ...email, controlValues: { subject: 'Order', body: "{{ payload.orderId | date: 'x' }}" } },
    ]);
    for (let index = 0; index < WORKFLOWS; index++) await create(`other-${index}`, [inApp]);
  }

  async #createSubscribers(count) {
    for (let first = 0; first < count; first += 500) {
      const subscribers = Array.from({ length: Math.min(500, count - first) }, (_, index) => {
        const subscriberId = `person-${first + index}`;
        return { subscriberId, firstName: 'Ada', lastName: 'Lovelace', email: `${subscriberId}@example.com` };
      });
      await this.#carillon.call('POST', '/v1/subscribers/bulk', { subscribers });
    }
    this.#subscribers = await this.#database
      .collection('subscribers')
      .find({}, { projection: { subscriberId: 1, createdAt: 1 } })
      .toArray();
  }

  /** A run of each outcome with its event, as the service itself writes them. */
  async #realRuns() {
    const examples = {};
    for (const name of ['sent', 'skipped', 'failed']) {
      const to = this.#subscribers[0].subscriberId;
      const { data } = await this.#carillon.call('POST', '/v1/events/trigger', { name, to, payload: { orderId: 1 } });
      await this.#carillon.call('GET', `/v1/events/trigger/${data.transactionId}?wait=20`);
      const { transactionId } = data;
      const run = await this.#database.collection('runs').findOne({ transactionId });
      const event = await this.#database.collection('events').findOne({ transactionId });
      if (!run || !event) throw new Error(`The trigger of ${name} has left no run`);
      examples[name] = { run, event };
    }
    return examples;
  }

  async #copyRuns(examples, count) {
    const newest = Date.now();
    for (let first = 0; first < count; first += BATCH) {
      const runs = [];
      const events = [];
      for (let index = first; index < Math.min(first + BATCH, count); index++) {
        const outcome = outcomeOf(Math.floor(index / RUNS_OF_EVENT));
        const { run, event } = examples[outcome];
        const late = run.createdAt.getTime() - (newest - (count - index) * PACE_MS);
        const transactionId = `stored-${Math.floor(index / RUNS_OF_EVENT)}`;
        if (index % RUNS_OF_EVENT === 0) events.push({ ...earlier(event, late), _id: new ObjectId(), transactionId });
        const { _id: subscriberId } = this.#subscribers[(index * 7919) % this.#subscribers.length];
        const eventId = events.at(-1)?._id ?? this.#lastEvent;
        this.#lastEvent = eventId;
        runs.push({ ...earlier(run, late), _id: new ObjectId(), eventId, transactionId, subscriberId });
      }
      this.#middle ??= first + BATCH > count / 2 ? runs[0] : undefined;
      await this.#database.collection('events').insertMany(events, { ordered: false });
      await this.#database.collection('runs').insertMany(runs, { ordered: false });
      if ((first / BATCH) % 100 === 99) console.log(`${first + BATCH} runs are stored`);
    }
  }

  #lastEvent;
}

/** All recipients of an event have the same. */
function outcomeOf(event) {
  const place = event % 100;
  if (place < SHARES.failed) return 'failed';
  return place < SHARES.failed + SHARES.skipped ? 'skipped' : 'sent';
}

/** A copy in which all that has happened is so much earlier; what is still to come, such as its removal, is not. */
function earlier(value, milliseconds) {
  if (value instanceof Date) return value > Date.now() ? value : new Date(value.getTime() - milliseconds);
  if (Array.isArray(value)) return value.map((one) => earlier(one, milliseconds));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, earlier(one, milliseconds)]));
}

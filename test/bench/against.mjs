// The part of the benchmark that uses the public API alone, so that it measures any server with the same v1 routes, and
// others can be measured beside this one:
//
//   npm run bench -- --against http://localhost:3000 --key KEY [--workflow NAME]
//
// NAME is a workflow with one in-app step; without it, one is created with POST /v2/workflows and deleted afterwards. The
// subscribers and the topic that the measurement creates are deleted, too.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { median, reference } from './system/figures.mjs';

const IN_FLIGHT = 20;
/** Counts of unseen messages are exact up to 100 on every server. */
const EACH = 100;
const PAUSE_MS = 2;
const TOPIC_BATCH = 100;
const PATIENCE_MS = 300_000;

/** Rates and latencies of single triggers, and of one to a topic. */
export async function measureAgainst(server, { triggers, singles, recipients }) {
  const scene = await RemoteScene.create(server);
  try {
    await scene.rate(triggers);
    const rounds = [await scene.rate(triggers), await scene.rate(triggers), await scene.rate(triggers)];
    const visible = await scene.latencies(singles);
    return [
      reference(`triggers accepted, ${IN_FLIGHT} in flight`, median(rounds.map(({ accepted }) => accepted)), '/s'),
      reference('triggers delivered end to end', median(rounds.map(({ delivered }) => delivered)), '/s'),
      reference('trigger to visible, one at a time, median', median(visible), 'ms', 1),
      reference('the same, 95 of 100', visible.toSorted((a, b) => a - b)[Math.floor(singles * 0.95)], 'ms', 1),
      reference(`one trigger to a topic of ${recipients}, messages`, await scene.fanOut(recipients), '/s'),
    ];
  } finally {
    await scene.remove();
  }
}

/** A workflow on a server, with subscribers that are made as they are needed. */
export class RemoteScene {
  #url;
  #headers;
  #workflow;
  #created = [];

  static async create({ url, key, workflow }) {
    const scene = new RemoteScene();
    scene.#url = url.replace(/\/$/, '');
    scene.#headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
    scene.#workflow = workflow ?? (await scene.#createWorkflow());
    return scene;
  }

  /** How many triggers a second are accepted and delivered, from the first request to the last message. */
  async rate(triggers) {
    const people = await this.#people(Math.ceil(triggers / EACH));
    const start = performance.now();
    const perSecond = () => (people.length * EACH) / ((performance.now() - start) / 1000);
    const to = people.flatMap((person) => Array.from({ length: EACH }, () => person));
    await each(to, (person) => this.#trigger(person));
    const accepted = perSecond();
    await each(people, (person) => this.#until(person, EACH));
    return { accepted, delivered: perSecond() };
  }

  /** Milliseconds until each of some triggers is visible, one after the other. The first half only warms up. */
  async latencies(count) {
    const people = await this.#people(2 * count);
    const times = [];
    for (const person of people) {
      const start = performance.now();
      await this.#trigger(person);
      await this.#until(person, 1);
      times.push(performance.now() - start);
    }
    return times.slice(count);
  }

  /** How many recipients of triggers with many of them have their message a second, one trigger after the other. */
  async lists(triggers, recipients) {
    const people = await this.#people(recipients);
    const start = performance.now();
    for (let sent = 1; sent <= triggers; sent++) {
      await this.#trigger(people);
      await this.#until(people.at(-1), sent);
    }
    await each(people, (person) => this.#until(person, triggers));
    return (triggers * recipients) / ((performance.now() - start) / 1000);
  }

  /** Milliseconds until a broadcast has reached some subscribers that were made for it, beside all others. */
  async broadcast(recipients) {
    const people = await this.#people(recipients);
    const start = performance.now();
    await this.#call('POST', '/v1/events/trigger/broadcast', { name: this.#workflow, payload: { order: 'A-1741' } });
    await each(people, (person) => this.#until(person, 1));
    return performance.now() - start;
  }

  /** Messages a second of one trigger to a topic. */
  async fanOut(recipients) {
    const people = await this.#people(recipients);
    const topicKey = `bench-${randomUUID()}`;
    await this.#call('POST', '/v1/topics', { key: topicKey, name: topicKey });
    this.#created.push(`/v1/topics/${topicKey}`);
    for (let from = 0; from < recipients; from += TOPIC_BATCH) {
      const subscribers = people.slice(from, from + TOPIC_BATCH);
      await this.#call('POST', `/v1/topics/${topicKey}/subscribers`, { subscribers });
    }
    const start = performance.now();
    await this.#trigger([{ type: 'Topic', topicKey }]);
    // Asking all of them takes longer than the delivery: some of them, and afterwards the others.
    const step = Math.floor(recipients / IN_FLIGHT);
    const asked = Array.from({ length: IN_FLIGHT }, (_, index) => people[recipients - 1 - index * step]);
    await each(asked, (person) => this.#until(person, 1));
    const rate = recipients / ((performance.now() - start) / 1000);
    await each(people, (person) => this.#until(person, 1));
    return rate;
  }

  /** Subscribers first: a topic that has any cannot be deleted. */
  async remove() {
    const [last, first] = [this.#created.filter(isTopic), this.#created.filter((path) => !isTopic(path))];
    await each(first, (path) => this.#call('DELETE', path));
    await each(last, (path) => this.#call('DELETE', path));
  }

  async #createWorkflow() {
    const { data } = await this.#call('POST', '/v2/workflows', {
      name: `Bench ${randomUUID()}`,
      workflowId: `bench-${randomUUID()}`,
      active: true,
      steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: 'Order {{payload.order}} is on its way' } }],
    });
    this.#created.push(`/v2/workflows/${data.workflowId}`);
    return data.workflowId;
  }

  async #people(count) {
    const ids = Array.from({ length: count }, () => `bench-${randomUUID()}`);
    await each(ids, async (subscriberId) => {
      await this.#call('POST', '/v1/subscribers', { subscriberId, firstName: 'Ada' });
      this.#created.push(`/v1/subscribers/${subscriberId}`);
    });
    return ids;
  }

  #trigger(to) {
    return this.#call('POST', '/v1/events/trigger', { name: this.#workflow, to, payload: { order: 'A-1741' } });
  }

  async #until(person, count) {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const { data } = await this.#call('GET', `/v1/subscribers/${person}/notifications/unseen?limit=${EACH}`);
      if (data.count >= count) return;
      if (performance.now() > end) throw new Error(`${person} has ${data.count} of ${count} messages`);
      await setTimeout(PAUSE_MS);
    }
  }

  async #call(method, path, body) {
    const response = await fetch(this.#url + path, {
      method,
      headers: this.#headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${text}`);
    return text && JSON.parse(text);
  }
}

function isTopic(path) {
  return path.startsWith('/v1/topics/');
}

/** Calls `work` for each item, some at a time. */
async function each(items, work) {
  const rest = items.values();
  const lane = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

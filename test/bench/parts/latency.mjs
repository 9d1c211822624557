import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { atMost, median, reference } from '../system/figures.mjs';
import { Connections, rawRequest } from '../system/raw-http.mjs';
import { Scene } from '../system/scene.mjs';
import { deliver, IN_FLIGHT, warmUp } from './delivery.mjs';

/** Milliseconds between two looks for one message alone, and for one of several: looks take processor time from what is measured. */
const PAUSE_MS = { alone: 1, regular: 10 };
/** Milliseconds between two triggers of an environment that sends little, and how many another one sends for each of them. */
const EVERY_MS = 100;
const TIMES = 50;

/**
 * Milliseconds from a trigger until its message can be read: one after the other, nothing else going on; then ten a second, alone
 * and while another environment sends fifty times as many.
 */
export function measureLatency(services, { triggers, warmUp: triggersOfWarmUp }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('all');
    const scene = await Scene.create(application, installation.database);
    const people = await scene.people(IN_FLIGHT);
    await warmUp(() => deliver(application, scene, people, triggersOfWarmUp));
    const sender = await Sender.create(application, scene);
    const times = [];
    for (let sent = 0; sent < 2 * triggers; sent++) times.push(await sender.trigger(PAUSE_MS.alone));
    // The first half has warmed up what is done when nothing else is.
    const warm = times.slice(triggers);
    const other = await otherEnvironment(application, installation.database);
    const alone = await sender.triggerRegularly(triggers);
    const otherSends = flood(other);
    otherSends.start();
    const beside = await sender.triggerRegularly(triggers);
    const flooded = await otherSends.stop();
    await otherSends.end();
    sender.close();
    return [
      atMost('trigger to visible, one at a time, median', at(warm, 0.5), 12, 'ms', 1),
      atMost('the same, 95 of 100', at(warm, 0.95), 25, 'ms', 1),
      reference('trigger to response, median', median(warm.map(({ accepted }) => accepted)), 'ms', 1),
      reference('ten triggers a second: visible, 99 of 100', at(alone, 0.99), 'ms', 1),
      atMost(
        `the same beside an environment with ${flooded.toFixed(0)} a second`,
        at(beside, 0.99),
        Number((2 * at(alone, 0.99)).toFixed(1)),
        'ms',
        1,
      ),
    ];
  });
}

/** Triggers for one subscriber of the environment `Development`. */
export class Sender {
  #address;
  #headers;
  #connections;
  #scene;
  #subscriberId;
  environmentId;

  static async create({ url, headers }, scene) {
    const sender = new Sender();
    sender.#address = `${url}/v1/events/trigger`;
    sender.#headers = headers;
    sender.#connections = new Connections(sender.#address);
    sender.#scene = scene;
    [sender.#subscriberId] = await scene.people(1);
    sender.environmentId = (await scene.collection('environments').findOne({ name: 'Development' }))._id;
    return sender;
  }

  /** Milliseconds until the trigger was accepted, and until its message can be read. */
  async trigger(pauseMs) {
    const transactionId = randomUUID();
    const body = JSON.stringify({ ...this.#scene.body(this.#subscriberId), transactionId });
    const request = rawRequest(this.#address, this.#headers, body);
    const start = performance.now();
    const status = await this.#connections.exchange(request);
    if (status !== 201) throw new Error(`A trigger was answered with ${status}`);
    const accepted = performance.now() - start;
    // By an index: what each look costs the store is not what is measured.
    const message = { environmentId: this.environmentId, transactionId };
    const messages = this.#scene.collection('messages');
    while (!(await messages.findOne(message, { projection: { _id: 1 } }))) await setTimeout(pauseMs);
    return { accepted, visible: performance.now() - start };
  }

  /** Sends ten triggers a second. */
  async triggerRegularly(count) {
    const pending = [];
    for (let sent = 0; sent < count; sent++) {
      pending.push(this.trigger(PAUSE_MS.regular));
      await setTimeout(EVERY_MS);
    }
    return Promise.all(pending);
  }

  close() {
    this.#connections.close();
  }
}

/** An environment of its own, with its workflow and one subscriber. */
export async function otherEnvironment({ url, headers }, database) {
  const body = JSON.stringify({ name: 'Other' });
  const created = await fetch(`${url}/v1/environments`, { method: 'POST', headers, body });
  const { data } = await created.json();
  const application = { url, headers: { ...headers, authorization: `ApiKey ${data.apiKeys[0].key}` } };
  const scene = await Scene.create(application, database);
  const [bob] = await scene.people(1, 'Other');
  return { application, body: JSON.stringify(scene.body(bob)) };
}

/**
 * An environment that sends that many triggers a second from `start` to `stop`, which returns the rate, as far as so many requests
 * in flight suffice; from a thread of its own, so that what is measured does not wait for it, until `end`.
 */
export function flood(
  { application: { url, headers }, body },
  { everyMs = EVERY_MS / TIMES, inFlight = IN_FLIGHT } = {},
) {
  const options = { address: `${url}/v1/events/trigger`, headers, body, everyMs, inFlight };
  const thread = new Worker(new URL('../flood-thread.mjs', import.meta.url), { workerData: options });
  return {
    start: () => thread.postMessage('start'),
    stop: async () => {
      thread.postMessage('stop');
      const [rate] = await once(thread, 'message');
      return rate;
    },
    end: () => thread.terminate(),
  };
}

/** Milliseconds until that share of the messages was visible. */
export function at(times, share) {
  const sorted = times.map(({ visible }) => visible).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)];
}

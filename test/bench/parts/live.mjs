import { io } from 'socket.io-client';
import { median, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

/** Sessions and sockets that are opened at a time. */
const LANES = 20;

/** How long a broadcast takes to all who are connected, and a single notification to one of them. */
export function measureLive(services, { sockets, triggers }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('all');
    const scene = await Scene.create(application, installation.database);
    const people = await scene.people(sockets);
    const tokens = await inLanes(people, (id) => tokenOf(application, scene, id));
    let clients = [];
    try {
      const connecting = await secondsOf(async () => {
        clients = await inLanes(tokens, (token) => connect(application, token));
      });
      // The first one warms up.
      await broadcast(scene, clients);
      const { received, counted } = await broadcast(scene, clients);
      const single = [];
      for (let round = 0; round < triggers; round++) {
        const told = clients[0].next('notification_received');
        single.push(await secondsOf(() => Promise.all([scene.deliver(people[0]), told])));
      }
      return [
        reference(`${sockets} sockets connect`, connecting, 's', 1),
        reference(`broadcast received by ${sockets} sockets`, received, 's', 2),
        reference('the same, until all have their counts', counted, 's', 2),
        reference('one notification, trigger to socket', median(single) * 1000, 'ms'),
      ];
    } finally {
      for (const { socket } of clients) socket.disconnect();
    }
  });
}

/** Seconds from the request until everyone has the message, and until everyone has been told the counts after it. */
async function broadcast(scene, clients) {
  const start = performance.now();
  const since = () => (performance.now() - start) / 1000;
  const received = Promise.all(clients.map((client) => client.next('notification_received'))).then(since);
  const counted = Promise.all(clients.map((client) => client.nextCounts())).then(since);
  await scene.broadcast();
  return { received: await received, counted: await counted };
}

/** Does some work for all, a few at a time. The results are in their order. */
async function inLanes(all, work) {
  const results = [];
  for (let start = 0; start < all.length; start += LANES) {
    results.push(...(await Promise.all(all.slice(start, start + LANES).map(work))));
  }
  return results;
}

/** A client that is connected and knows how things stand. */
async function connect({ url }, token) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, query: { token } });
  const next = (event) => new Promise((resolve) => socket.once(event, resolve));
  let total = 0;
  const nextCounts = async () => {
    const before = total;
    while (total <= before) total = (await next('unread_count_changed')).counts.total;
  };
  ({
    counts: { total },
  } = await next('unread_count_changed'));
  return { socket, next, nextCounts };
}

async function tokenOf({ url }, scene, subscriberId) {
  const { identifier } = await scene.collection('environments').findOne({ name: 'Development' });
  const response = await fetch(`${url}/v1/inbox/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ applicationIdentifier: identifier, subscriber: { subscriberId } }),
  });
  if (response.status !== 201) throw new Error(`A session was refused: ${await response.text()}`);
  return (await response.json()).data.token;
}

async function secondsOf(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

// Floods of requests, rather than of work in one request: what waits, counts, exports, is refused, or does not stop.
import { connect } from 'node:net';
import { io } from 'socket.io-client';
import { bodies, forgedReports } from './latency-bodies.mjs';
import { client, sent } from './latency-client.mjs';
import { SIGN_INS } from './latency-sign-ins.mjs';

/** Everything at once, or so many at a time; a refusal is a response, and so is a connection that is closed. */
const list = (count, entry) => Array.from({ length: count }, (_, index) => entry(index));
const settled = (count, work) => Promise.allSettled(list(count, work));
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const inbox = (name) => ({
  name,
  workflowId: name,
  active: true,
  steps: [{ name: 'Step', type: 'in_app', controlValues: { body: 'x' } }],
});

/** A request whose connection is closed after so many milliseconds. */
async function leave({ url, key }, method, path, milliseconds) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  sent.requests++;
  socket.on('error', () => undefined);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ApiKey ${key}\r\n\r\n`);
  await wait(milliseconds);
  socket.destroy();
}

/** An event of this environment that takes a day, so that it can be waited for and cancelled. */
async function waitingEvent(a, name, to = 'ada') {
  const delay = { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 1, unit: 'days' } };
  const workflow = inbox(name);
  await a('POST', '/v2/workflows', { ...workflow, steps: [delay, ...workflow.steps] }).catch(() => undefined);
  return (await a('POST', '/v1/events/trigger', { name, to })).data.transactionId;
}

/** A person with so many notifications. */
async function person(a, name, notifications) {
  await a('POST', '/v2/workflows', inbox(name));
  for (let stored = 0; stored < notifications; stored += 100) {
    const events = list(100, (n) => ({ name, to: name, payload: { n } }));
    await a('POST', '/v1/events/trigger/bulk', { events });
  }
  for (;;) {
    const { data } = await a('GET', `/v2/subscribers/${name}/notifications/count?filters=[{}]`);
    if (data[0].count >= notifications) return name;
    await wait(200);
  }
}

/** A burst each second: what waiting costs others, not what it costs to accept all connections that one process can open. */
const waits = (count) => ({
  name: `waits-${count}`,
  async prepare(a, _anonymous, server) {
    const id = await waitingEvent(a, `waits-${count}`);
    const burst = () => settled(count, () => leave(server, 'GET', `/v1/events/trigger/${id}?wait=30`, 60));
    return () => Promise.all([burst(), wait(1000)]);
  },
});

const exportsOf = (count) => ({
  name: `exports-${count}`,
  async prepare(a) {
    const id = await person(a, `exports-${count}`, 2000);
    return () => settled(count, () => a('GET', `/v2/subscribers/${id}/export`));
  },
});

/** The token of a session of an inbox. */
async function sessionOf(a, anonymous, subscriberId) {
  const { identifier: applicationIdentifier } = (await a('GET', '/v1/environments/me')).data;
  const session = { applicationIdentifier, subscriber: { subscriberId } };
  return (await anonymous('POST', '/v1/inbox/session', session)).data.token;
}

const FILTERS = encodeURIComponent(JSON.stringify(list(30, (n) => ({ data: { n } }))));
const COUNTED = 4000;

export const FLOODS = [
  waits(700),
  waits(1500),
  {
    name: 'counts-by-key',
    async prepare(a) {
      const id = await person(a, 'counts-by-key', COUNTED);
      return () => settled(20, () => a('GET', `/v2/subscribers/${id}/notifications/count?filters=${FILTERS}`));
    },
  },
  {
    name: 'counts-by-session',
    async prepare(a, anonymous, { url }) {
      const id = await person(a, 'counts-by-session', COUNTED);
      const session = client(url, { token: await sessionOf(a, anonymous, id) });
      return () => settled(20, () => session('GET', `/v1/inbox/notifications/count?filters=${FILTERS}`));
    },
  },
  exportsOf(20),
  exportsOf(50),
  bodies(),
  forgedReports,
  {
    name: 'cancellations',
    async prepare(a) {
      return async () => {
        const id = await waitingEvent(
          a,
          'cancellations',
          list(100, (index) => `person-${index}`),
        );
        await settled(300, () => a('DELETE', `/v1/events/trigger/${id}`));
      };
    },
  },
  {
    name: 'sockets',
    async prepare(a, anonymous, { url }) {
      const token = await sessionOf(a, anonymous, 'sockets');
      return () =>
        settled(20, async () => {
          const options = { transports: ['websocket'], forceNew: true, reconnection: false, query: { token } };
          const socket = io(url, options);
          sent.requests++;
          const closed = new Promise((resolve) => socket.once('disconnect', resolve).once('connect_error', resolve));
          for (let packet = 0; packet < 5000; packet++) socket.emit('nothing', packet);
          await Promise.race([closed, wait(2000)]);
          socket.close();
        });
    },
  },
  ...SIGN_INS,
];

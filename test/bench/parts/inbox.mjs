import { setTimeout } from 'node:timers/promises';
import { ObjectId } from 'mongodb';
import { atMost, median, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

const BATCH = 1000;
const UNREAD_EVERY = 4;

/** Milliseconds to the response to a change of a whole inbox. */
const CHANGE_MS = 1000;

/** Milliseconds to a page or a count while changes of the inbox are pending. */
const PENDING_MS = 200;

/**
 * How long one subscriber's inbox takes to respond when it is large: pages, counts, and changes of all of it; pages and counts
 * while these are pending, which no process of this part carries out; then how long a worker takes for them.
 */
export function measureInbox(services, { messages, requests }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('api');
    const scene = await Scene.create(application, installation.database);
    const [subscriberId] = await scene.people(1);
    const ids = await fill(scene, subscriberId, messages);
    const url = `${application.url}/v2/subscribers/${subscriberId}/notifications`;
    const { headers } = application;
    const count = (filter) => `/count?filters=${encodeURIComponent(JSON.stringify([filter]))}`;
    const queries = {
      'first page': '?limit=100',
      'first page of unread ones': '?limit=100&read=false',
      'deep page': `?limit=100&after=${ids[Math.floor(messages / 2)]}`,
      'count of unread ones': count({ read: false }),
      'count of unseen ones': count({ seen: false }),
      'count of all, up to the cap': count({}),
    };
    const rows = [];
    const measure = async (row, asked = queries) => {
      for (const [what, query] of Object.entries(asked)) {
        await timed(url + query, { headers });
        const times = [];
        for (let index = 0; index < requests; index++) times.push(await timed(url + query, { headers }));
        rows.push(row(what, median(times)));
      }
    };
    const change = async (what, path) => {
      const milliseconds = await timed(`${url}/${path}`, { method: 'POST', headers, body: '{}' });
      rows.push(atMost(`inbox of ${messages}, ${what}`, milliseconds, CHANGE_MS, 'ms', 1));
    };
    const pending = (change) => (what, milliseconds) =>
      atMost(`  ${what}, while ${change} is pending`, milliseconds, PENDING_MS, 'ms', 1);
    await measure((what, milliseconds) => reference(`inbox of ${messages}, ${what}`, milliseconds, 'ms', 1));
    await change(`mark ${Math.ceil(messages / UNREAD_EVERY)} as read`, 'read');
    await measure(pending('marking'));
    await change('archive all', 'archive');
    await measure(pending('archiving'));
    await change('delete all', 'delete');
    // The page behind a deleted one is a 400.
    const { 'deep page': _, ...others } = queries;
    await measure(pending('deleting'), others);
    rows.push(reference('  all three stored by a worker', await storedByWorker(installation, scene), 's', 1));
    return rows;
  });
}

/** Seconds until a worker has stored all pending changes. */
async function storedByWorker(installation, scene) {
  await installation.startApplication('worker');
  const start = performance.now();
  const subscribers = scene.collection('subscribers');
  while (await subscribers.findOne({ pendingDueAt: { $exists: true } })) await setTimeout(100);
  return (performance.now() - start) / 1000;
}

async function timed(url, options) {
  const start = performance.now();
  const response = await fetch(url, options);
  await response.text();
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return performance.now() - start;
}

/** Stores messages of one subscriber, the newest last; returns their ids. Every fourth is unread and unseen. */
async function fill(scene, subscriberId, count) {
  const subscriber = await scene.collection('subscribers').findOne({ subscriberId });
  const start = Date.now() - count * 1000;
  const messages = Array.from({ length: count }, (_, index) =>
    newMessage(subscriber, new Date(start + index * 1000), index % UNREAD_EVERY !== 0),
  );
  for (let from = 0; from < count; from += BATCH) {
    await scene.collection('messages').insertMany(messages.slice(from, from + BATCH), { ordered: false });
  }
  return messages.map(({ _id }) => _id.toHexString());
}

function newMessage({ _id, environmentId, organizationId }, createdAt, read) {
  return {
    _id: new ObjectId(),
    environmentId,
    organizationId,
    subscriberId: _id,
    runId: new ObjectId(),
    stepId: 'inbox',
    transactionId: new ObjectId().toHexString(),
    channel: 'in_app',
    workflow: { id: new ObjectId(), identifier: 'x', name: 'X', critical: false, tags: [], severity: 'none' },
    subject: 'Order A-1741 is on its way',
    body: 'Dear Ada, we have sent A-1741 to 12 Bell Lane, London.',
    tags: [],
    severity: 'none',
    contextKeys: [],
    seen: read,
    read,
    archived: false,
    deliveredAt: [createdAt],
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 365 * 86_400_000),
  };
}

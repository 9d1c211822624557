import { randomInt } from 'node:crypto';
import { atMost } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Waits end at any time in so many milliseconds, as soon as all are stored and after that. */
const SPREAD_MS = 10_000;
const LEAD_MS = 15_000;
/** Starting two processes takes less than that. */
const START_MS = 15_000;
const BATCH = 100;

const WORKFLOW = {
  name: 'Reminder',
  workflowId: 'reminder',
  active: true,
  steps: [
    { name: 'Wait', type: 'delay', controlValues: { type: 'dynamic', dynamicKey: 'payload.at' } },
    { name: 'Inbox', type: 'in_app', controlValues: { body: '{{payload.at}}' } },
  ],
};

/**
 * How late waits end, with two processes that do everything on one store and one queue; then the same for waits of months, which
 * two other processes end, whose present is months ahead. One that ends early fails.
 */
export function measureWaits(services, { waits }) {
  return services.withInstallation(async (installation) => {
    const two = async (options) => [
      await installation.startApplication('all', options),
      await installation.startApplication('all', options),
    ];
    const applications = await two();
    const scene = await Scene.create(applications[0], installation.database);
    await scene.post('/v2/workflows', WORKFLOW);
    const [ada] = await scene.people(1);
    const start = async (aheadMs) => {
      const from = Date.now() + aheadMs + LEAD_MS;
      const events = Array.from({ length: waits }, () => ({
        name: WORKFLOW.workflowId,
        to: ada,
        payload: { at: new Date(from + randomInt(SPREAD_MS)).toISOString() },
      }));
      for (let place = 0; place < waits; place += BATCH) {
        const { url, headers } = applications[(place / BATCH) % applications.length];
        const body = JSON.stringify({ events: events.slice(place, place + BATCH) });
        const response = await fetch(`${url}/v1/events/trigger/bulk`, { method: 'POST', headers, body });
        if (response.status !== 201) throw new Error(`A bulk was refused: ${response.status} ${await response.text()}`);
      }
    };
    await start(0);
    await scene.allDelivered();
    const soon = await lateness(scene, waits);
    const months = 60 * DAY_MS;
    await start(months);
    await scene.allDelivered();
    await two({ aheadMs: months - START_MS });
    const late = await lateness(scene, waits);
    return [
      atMost(`${waits} waits of seconds, two processes: latest`, soon / SECOND_MS, 1, 's'),
      atMost(`${waits} waits of two months, two processes: latest`, late / SECOND_MS, 1, 's'),
    ];
  });
}

/** How many milliseconds late the latest of so many new messages is. */
async function lateness(scene, count) {
  const runs = scene.collection('runs');
  await scene.until(async () => (await runs.countDocuments({ wakeAt: { $exists: true } })) === 0);
  const messages = await scene.collection('messages').find().toArray();
  await scene.collection('messages').deleteMany({});
  const late = messages.map(({ createdAt, body }) => createdAt.getTime() - Date.parse(body));
  if (messages.length !== count) throw new Error(`${messages.length} messages of ${count} waits`);
  if (Math.min(...late) < 0) throw new Error(`A wait ended ${-Math.min(...late)} ms early`);
  return Math.max(...late);
}

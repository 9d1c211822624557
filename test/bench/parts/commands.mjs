import { randomUUID } from 'node:crypto';
import { atMost, median } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

const RECIPIENTS = 100;
const WARM_UP = 2;

/** How much one notification costs the store and the queue. */
export async function measureCommands(services, { triggers }) {
  return [...(await delivery(services, triggers)), ...(await acceptance(services, triggers))];
}

function delivery(services, triggers) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('all', { monitored: true });
    const scene = await Scene.create(application, installation.database);
    const people = await scene.people(RECIPIENTS);
    const single = await counted(application, triggers, () => scene.deliver(people[0]));
    const before = await documents(scene);
    const notifications = RECIPIENTS * (Math.ceil(triggers / 4) + WARM_UP);
    const many = await counted(application, Math.ceil(triggers / 4), () => scene.deliver(people));
    const after = await documents(scene);
    const events = after.events - before.events;
    const perRecipient = (after.all - before.all - events) / notifications;
    console.log(`  one notification: ${Object.keys(single.example).join(', ')}`);
    return [
      atMost('store commands, one notification', single.commands, 6),
      atMost(`store commands per notification, ${RECIPIENTS} recipients`, many.commands / RECIPIENTS, 0.2),
      atMost('documents per notification, beside the event', perRecipient, 2),
      atMost(`events per notification, ${RECIPIENTS} recipients`, events / notifications, 1 / RECIPIENTS),
      atMost('queue hops to the message', single.jobs, 1, '', 0),
    ];
  });
}

/** What it costs to accept a trigger of a key that may do nothing else. Nobody delivers meanwhile. */
function acceptance(services, triggers) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('api', { monitored: true });
    const scene = await Scene.create(application, installation.database);
    const { data } = await scene.post('/v1/api-keys', { name: 'shop', permissions: 'trigger' });
    const shop = { ...application.headers, authorization: `ApiKey ${data.key}` };
    const plain = await counted(application, triggers, () => scene.trigger(shop));
    const keyed = await counted(application, triggers, () =>
      scene.trigger({ ...shop, 'idempotency-key': randomUUID() }),
    );
    return [
      atMost('store commands to accept a trigger, with a key that may only trigger', plain.commands, 1, '', 0),
      atMost('the same with an Idempotency-Key', keyed.commands, 3, '', 0),
    ];
  });
}

/** The median of what API and worker did in each of several rounds; the first ones warm the caches. */
async function counted(application, rounds, work) {
  for (let round = 0; round < WARM_UP; round++) await work();
  const counts = [];
  for (let round = 0; round < rounds; round++) {
    await application.ask('counts');
    await work();
    counts.push(await application.ask('counts'));
  }
  const sums = counts.map(({ commands }) => Object.values(commands).reduce((sum, count) => sum + count, 0));
  const middle = median(sums);
  return {
    commands: middle,
    jobs: median(counts.map(({ jobs }) => jobs)),
    example: counts[sums.findIndex((sum) => sum >= middle)].commands,
  };
}

async function documents(scene) {
  const count = (name) => scene.collection(name).countDocuments();
  const names = ['events', 'runs', 'messages', 'subscribers', 'attachments', 'contexts', 'digests', 'throttles'];
  const counts = await Promise.all(names.map(count));
  return { all: counts.reduce((sum, one) => sum + one, 0), events: counts[0] };
}

import { atLeast, atMost, median, reference } from '../system/figures.mjs';
import { exchange, openConnection, rawRequest } from '../system/raw-http.mjs';
import { Scene } from '../system/scene.mjs';

export const IN_FLIGHT = 20;
/** Rounds until two of them differ by less than this share, at most so many: code is compiled and caches fill meanwhile. */
const STABLE = 0.1;
const MAX_WARM_UPS = 8;

/**
 * How many triggers for one recipient each are delivered every second, one process doing everything as it does by default, with
 * so many requests in flight; how that compares to what is accepted, and what each costs the store.
 */
export async function measureDelivery(services, sizes) {
  const budget = services.isEmbedded ? 1000 : 900;
  const rows = await services.withInstallation((installation) => measureRates(installation, sizes, budget));
  return [...rows, await services.withInstallation((installation) => measureCommands(installation, sizes))];
}

async function measureRates(installation, { rounds, triggers }, budget) {
  const application = await installation.startApplication('all');
  const scene = await Scene.create(application, installation.database);
  const people = await scene.people(IN_FLIGHT);
  let total = 0;
  const round = async () => {
    total += triggers;
    return deliver(application, scene, people, triggers);
  };
  await warmUp(round);
  const results = [];
  for (let done = 0; done < rounds; done++) results.push(await round());
  const messages = await scene.collection('messages').countDocuments();
  if (messages !== total) throw new Error(`${messages} messages of ${total} triggers were stored`);
  const rates = results.map(({ delivered }) => delivered);
  const share = median(results.map(({ delivered, accepted }) => delivered / accepted));
  return [
    atLeast(`triggers delivered end to end, ${IN_FLIGHT} in flight, one process`, median(rates), budget, '/s', 0),
    reference('slowest and fastest round', Math.min(...rates), `/s, ${Math.max(...rates).toFixed(0)} /s`),
    atLeast('share of what is accepted', share, 0.9),
  ];
}

/** Repeats a round of deliveries until its rate no longer changes. */
export async function warmUp(round) {
  for (let [before, warm] = [0, 0]; warm < MAX_WARM_UPS; warm++) {
    const { delivered } = await round();
    if (Math.abs(delivered - before) < STABLE * delivered) return;
    before = delivered;
  }
}

async function measureCommands(installation, { triggers }) {
  const application = await installation.startApplication('all', { monitored: true });
  const scene = await Scene.create(application, installation.database);
  const people = await scene.people(IN_FLIGHT);
  await deliver(application, scene, people, triggers);
  await application.ask('counts');
  await deliver(application, scene, people, triggers);
  const { commands, jobs } = await application.ask('counts');
  const count = Object.values(commands).reduce((sum, one) => sum + one, 0);
  console.log(`  turns handed to the queue: ${jobs}`);
  return atMost('store commands per trigger under this load', count / triggers, 0.7);
}

/** Sends the triggers; returns how many a second were accepted, and how many delivered. */
export async function deliver({ url, headers }, scene, people, triggers) {
  const address = new URL('/v1/events/trigger', url);
  const connections = await Promise.all(people.map(() => openConnection(address)));
  const start = performance.now();
  const rate = () => triggers / ((performance.now() - start) / 1000);
  let left = triggers;
  await Promise.all(
    people.map(async (person, index) => {
      const request = rawRequest(address, headers, JSON.stringify(scene.body(person)));
      while (left-- > 0) {
        const status = await exchange(connections[index], request);
        if (status !== 201) throw new Error(`A trigger was answered with ${status}`);
      }
    }),
  );
  const accepted = rate();
  await scene.allDelivered();
  const delivered = rate();
  for (const connection of connections) connection.destroy();
  return { accepted, delivered };
}

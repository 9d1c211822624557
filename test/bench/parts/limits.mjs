import { atMost, median, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';
import { at, flood, otherEnvironment, Sender } from './latency.mjs';

/** Triggers a second and environment. One of them sends fifty times as many, the other half of it. */
const LIMIT = 20;
const TIMES = 50;
const IN_FLIGHT = 64;

/** Rounds that are not counted: four processes on two cores compile what they run most for more than a minute. */
const WARM_UP_ROUNDS = 2;

/**
 * Milliseconds from a trigger until its message can be read, ten triggers a second: alone, and while another environment sends
 * fifty times its limit, in turns, all rounds together. In one process, and with Redis also in two for the API and two that deliver.
 */
export async function measureLimits(services, size) {
  const rows = await measureOn(services, size, 'one process', ['all']);
  if (services.queue.kind !== 'redis') return rows;
  return [...rows, ...(await measureOn(services, size, '2 API + 2 workers', ['api', 'api', 'worker', 'worker']))];
}

function measureOn(services, { rounds, triggers }, what, roles) {
  return services.withInstallation(async (installation) => {
    const settings = {
      RATE_LIMIT_TRIGGERS: String(LIMIT),
      // Several processes are at one store.
      ...(roles.length > 1 && { MONGODB_URI: installation.mongodbUri }),
    };
    const applications = [];
    for (const role of roles) applications.push(await installation.startApplication(role, { settings }));
    const serving = applications.filter((_one, index) => roles[index] !== 'worker');
    const scene = await Scene.create(serving[0], installation.database);
    const sender = await Sender.create(serving[0], scene);
    const other = await otherEnvironment(serving[0], installation.database);
    const everyMs = (1000 * serving.length) / (LIMIT * TIMES);
    const floods = serving.map(({ url }) =>
      flood(
        { ...other, application: { ...other.application, url } },
        { everyMs, inFlight: IN_FLIGHT / serving.length },
      ),
    );
    /** Triggers beside the flood, from its first request on: what it may send at once is accepted then. */
    const besideFlood = async () => {
      for (const one of floods) one.start();
      const times = await sender.triggerRegularly(triggers);
      const rates = await Promise.all(floods.map((one) => one.stop()));
      return { times, sent: rates.reduce((sum, rate) => sum + rate, 0) };
    };
    const [alone, beside, sent, admitted] = [[], [], [], []];
    for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
      const quiet = await sender.triggerRegularly(triggers);
      const before = await accepted(scene, sender.environmentId);
      const start = performance.now();
      const busy = await besideFlood();
      const seconds = (performance.now() - start) / 1000;
      if (round < 0) continue;
      alone.push(...quiet);
      beside.push(...busy.times);
      sent.push(busy.sent);
      admitted.push(((await accepted(scene, sender.environmentId)) - before) / (LIMIT * seconds + LIMIT));
    }
    await Promise.all(floods.map((one) => one.end()));
    sender.close();
    return [
      reference(`${what}: ten triggers a second, visible, 99 of 100`, at(alone, 0.99), 'ms', 1),
      atMost(
        `${what}: the same beside an environment that sends ${median(sent).toFixed(0)} a second`,
        at(beside, 0.99),
        Number((2 * at(alone, 0.99)).toFixed(1)),
        'ms',
        1,
      ),
      // Of its rate, and of the burst of a second that is accepted beside it.
      atMost(`${what}: accepted of these, share of its limit`, Math.max(...admitted), 1, '', 3),
    ];
  });
}

/** Triggers of other environments that were accepted. */
function accepted(scene, environmentId) {
  return scene.collection('events').countDocuments({ environmentId: { $ne: environmentId } });
}

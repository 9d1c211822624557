import { atLeast, median, reference } from '../system/figures.mjs';
import { processorSeconds } from '../system/machine.mjs';
import { Scene } from '../system/scene.mjs';
import { deliver, IN_FLIGHT } from './delivery.mjs';

const ROUNDS = 3;
/** Recipients of the broadcasts that fill the store. */
const SUBSCRIBERS = 10_000;

/**
 * What a notification costs in processor time and on the disk, and whether that grows with the number of those that are
 * stored. Processor time is that of all processes of this machine that the benchmark has started: the application, and the
 * embedded store.
 */
export function measureGrowth(services, { stored, triggers }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('all');
    const scene = await Scene.create(application, installation.database);
    const people = await scene.people(IN_FLIGHT);
    const messages = scene.collection('messages');
    await deliver(application, scene, people, 2 * triggers);
    const rows = [];
    const rates = [];
    const singles = async (count) => {
      const before = processorSeconds();
      const measured = [];
      for (let round = 0; round < ROUNDS; round++) {
        measured.push((await deliver(application, scene, people, triggers)).delivered);
      }
      const used = (1000 * (processorSeconds() - before)) / (ROUNDS * triggers);
      rates.push(median(measured));
      rows.push(
        reference(
          `single triggers delivered, ${count} stored before`,
          rates.at(-1),
          `/s, ${used.toFixed(2)} ms of a core each`,
        ),
      );
    };
    await singles('few');
    await scene.people(SUBSCRIBERS - IN_FLIGHT);
    for (const target of stored) {
      let [sent, used, seconds] = [0, 0, 0];
      const bytes = await services.bytesOnDisk();
      while ((await messages.estimatedDocumentCount()) < target) {
        const before = processorSeconds();
        seconds += (await scene.broadcast()).seconds;
        used += processorSeconds() - before;
        sent += SUBSCRIBERS;
      }
      const grown =
        bytes === undefined ? '' : `, ${(((await services.bytesOnDisk()) - bytes) / sent).toFixed(0)} bytes on disk`;
      rows.push(
        reference(
          `broadcasts until ${target} are stored`,
          sent / seconds,
          `/s, ${((1000 * used) / sent).toFixed(2)} ms of a core${grown} each`,
        ),
      );
      await singles(target);
    }
    return [
      ...rows,
      atLeast(`single triggers with ${stored.at(-1)} stored, share of those with few`, rates.at(-1) / rates[0], 0.9),
    ];
  });
}

import { atMost, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

const FEW = 1000;
const WARM_UP_ROUNDS = 5;

/** Whether a worker needs more memory for many recipients than for few. */
export function measureMemory(services, { recipients }) {
  return services.withInstallation(async (installation) => {
    const isShared = services.queue.kind === 'redis';
    const api = await installation.startApplication(isShared ? 'api' : 'all');
    const scene = await Scene.create(api, installation.database);
    await scene.people(FEW);
    const worker = isShared ? await installation.startApplication('worker') : api;
    // Code that has been compiled and a heap that has grown are not what is looked for.
    for (let round = 0; round < WARM_UP_ROUNDS; round++) await scene.broadcast();
    await worker.ask('memory');
    await scene.broadcast();
    const few = await worker.ask('memory');
    await scene.people(recipients - FEW);
    const { seconds } = await scene.broadcast();
    const many = await worker.ask('memory');
    return [
      atMost(`worker memory, ${recipients} beside ${FEW} recipients`, many.rss - few.rss, 60, 'MB', 0),
      atMost(`the same, highest while at work`, many.peak - few.peak, 60, 'MB', 0),
      reference(`resident after ${FEW}, after ${recipients}`, few.rss, `MB, ${many.rss.toFixed(0)} MB`),
      reference(`heap after ${FEW}, after ${recipients}`, few.heap, `MB, ${many.heap.toFixed(0)} MB`),
      reference(`messages of a broadcast to ${recipients}, roles apart`, recipients / seconds, '/s'),
    ];
  });
}

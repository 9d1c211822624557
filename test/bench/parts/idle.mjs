import { setTimeout } from 'node:timers/promises';
import { atMost } from '../system/figures.mjs';
import { processorSeconds } from '../system/machine.mjs';

/** By then, what a start leaves behind has been collected. */
const SETTLE_MS = 45_000;

/** What it costs when nothing is triggered and nothing waits. The process of the embedded store is included. */
export function measureIdle(services, { seconds }) {
  return services.withInstallation(async (installation) => {
    const settings = { SWEEP_AFTER_SECONDS: '60', SWEEP_INTERVAL_SECONDS: '15' };
    const application = await installation.startApplication('all', { monitored: true, settings });
    await setTimeout(SETTLE_MS);
    await application.ask('looks');
    const before = processorSeconds();
    await setTimeout(seconds * 1000);
    const used = processorSeconds() - before;
    const commands = await application.ask('looks');
    return [
      atMost('store commands a second, nothing to do', commands / seconds, 1),
      atMost('share of a core, nothing to do, all processes', used / seconds, 0.01, '', 3),
    ];
  });
}

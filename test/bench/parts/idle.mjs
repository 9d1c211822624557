import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { atMost } from '../system/figures.mjs';

/** By then, what a start leaves behind has been collected. */
const SETTLE_MS = 45_000;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** What it costs when nothing is triggered and nothing waits. The processes of the embedded services are included. */
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

/** Processor time of the processes that this one has started. */
function processorSeconds() {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const ticks = children.map((pid) => {
    // The name of a program, in parentheses, may contain spaces.
    const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return user + system;
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

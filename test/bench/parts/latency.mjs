import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { atMost, median, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

const PAUSE_MS = 1;

/** Milliseconds from a trigger until its message can be read, one after the other, nothing else going on. */
export function measureLatency(services, { triggers }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('all');
    const scene = await Scene.create(application, installation.database);
    const [ada] = await scene.people(1);
    const [accepted, visible] = [[], []];
    for (let sent = 0; sent < 2 * triggers; sent++) {
      const transactionId = randomUUID();
      const start = performance.now();
      const response = await fetch(`${application.url}/v1/events/trigger`, {
        method: 'POST',
        headers: application.headers,
        body: JSON.stringify({ ...scene.body(ada), transactionId }),
      });
      await response.arrayBuffer();
      accepted.push(performance.now() - start);
      while (!(await scene.collection('messages').findOne({ transactionId }, { projection: { _id: 1 } }))) {
        // Asking without a pause would take processor time from what is measured.
        await setTimeout(PAUSE_MS);
      }
      visible.push(performance.now() - start);
    }
    // The first half has warmed up.
    const sorted = visible.slice(triggers).toSorted((a, b) => a - b);
    return [
      atMost('trigger to visible, one at a time, median', median(sorted), 12, 'ms', 1),
      atMost('the same, 95 of 100', sorted[Math.floor(triggers * 0.95)], 25, 'ms', 1),
      reference('trigger to answer, median', median(accepted.slice(triggers)), 'ms', 1),
    ];
  });
}

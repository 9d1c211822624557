import { createServer } from 'node:http';
import { once } from 'node:events';
import { atLeast, median, reference } from '../system/figures.mjs';
import { load } from '../system/load.mjs';
import { Scene } from '../system/scene.mjs';

/** Without a token and for all addresses, neither metrics nor traces. */
const OFF = { HOST: '0.0.0.0' };
const ON = { METRICS_TOKEN: 'the-token-of-the-benchmark' };

/**
 * What metrics and traces of every trigger cost: triggers accepted with both, as a share of those accepted with neither, in
 * turns in one run. Two processes with neither say how much two rounds differ by chance. The spans go to a server that reads
 * and forgets them.
 */
export async function measureTelemetry(services, { rounds, seconds }) {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  let batches = 0;
  collector.on('request', () => (batches += 1));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.address().port}` };
  try {
    return await services.withInstallation(async (installation) => {
      const applications = {
        off: await installation.startApplication('api', { settings: OFF }),
        on: await installation.startApplication('api', { settings: ON, otel }),
        again: await installation.startApplication('api', { settings: OFF }),
      };
      const { off } = applications;
      const scene = await Scene.create(off, installation.database);
      const body = JSON.stringify(scene.body('ada'));
      const accepted = async (name, duration) => {
        const { url, headers } = applications[name];
        return (await load({ url: `${url}/v1/events/trigger`, headers, body, duration })).rate;
      };
      const names = Object.keys(applications);
      for (const name of names) await accepted(name, seconds / 2);
      const rates = [];
      for (let round = 0; round < rounds; round++) {
        const measured = {};
        // None of them is always the first.
        for (let turn = 0; turn < names.length; turn++) {
          const name = names[(round + turn) % names.length];
          measured[name] = await accepted(name, seconds);
        }
        rates.push(measured);
      }
      if (batches === 0) throw new Error('No spans have reached the collector');
      return [
        atLeast(
          'triggers accepted with metrics and traces, share',
          median(rates.map(({ on, off }) => on / off)),
          0.97,
          '',
          3,
        ),
        reference(
          'the same between two processes with neither',
          median(rates.map(({ again, off }) => again / off)),
          '',
          3,
        ),
      ];
    });
  } finally {
    collector.closeAllConnections();
    collector.close();
  }
}

// This build and that of another checkout, in turns: whatever else the machine does is in both.
//
//   npm run bench -- --against-build ../other-checkout
//
// Each is a process of its own, on the embedded default or on the servers in MONGODB_URI and REDIS_URL. A ratio above 1 means
// that this build is the better one; it is the median of those of the pairs, with the lowest and the highest.
import { join } from 'node:path';
import { Server } from '../security/latency-server.mjs';
import { RemoteScene } from './against.mjs';
import { median } from './system/figures.mjs';

const LIST = 100;

/** What is measured: its unit, whether more is better, and the measurement. */
const FIGURES = {
  'triggers accepted': ['/s', true, (scene, { triggers }) => scene.rate(triggers).then(({ accepted }) => accepted)],
  'triggers delivered': ['/s', true, (scene, { triggers }) => scene.rate(triggers).then(({ delivered }) => delivered)],
  [`recipients of triggers to ${LIST}`]: ['/s', true, (scene, { lists }) => scene.lists(lists, LIST)],
  'messages of a trigger to a topic': ['/s', true, (scene, { recipients }) => scene.fanOut(recipients)],
  broadcast: ['ms', false, (scene, { recipients }) => scene.broadcast(recipients)],
  'trigger to visible, one at a time': [
    'ms',
    false,
    async (scene, { singles }) => median(await scene.latencies(singles)),
  ],
};

/** Figures of this build, of another one, and their ratio. */
export async function measureBuilds(folder, size) {
  const own = join(import.meta.dirname, '../..');
  const sides = [];
  try {
    for (const each of [own, folder]) sides.push(await startSide(each));
    for (const side of sides) await side.scene.rate(size.triggers);
    const rows = [startRow(sides)];
    for (const [what, figure] of Object.entries(FIGURES)) rows.push(await figureRow(what, figure, sides, size));
    rows.push(await memoryRow(sides));
    return rows;
  } finally {
    await Promise.all(sides.map(({ server }) => server.stop()));
  }
}

async function startSide(folder) {
  const begin = performance.now();
  const server = await Server.start(folder);
  return { server, seconds: (performance.now() - begin) / 1000, scene: await RemoteScene.create(server) };
}

async function figureRow(what, [unit, isMoreBetter, measure], sides, size) {
  console.log(`${what} …`);
  const [own, other] = [[], []];
  for (let pair = 0; pair < size.pairs; pair++) {
    const turns = [
      async () => own.push(await measure(sides[0].scene, size)),
      async () => other.push(await measure(sides[1].scene, size)),
    ];
    // Both orders: what one has left behind would be paid by the same one each time.
    for (const turn of pair % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  return row(what, unit, own, other, isMoreBetter);
}

function startRow([own, other]) {
  return row('first start', 's', [own.seconds], [other.seconds], false);
}

/** Of the processes that serve, after all that was measured. */
async function memoryRow(sides) {
  const [own, other] = await Promise.all(sides.map(({ server }) => server.memory()));
  return row('memory of the process', 'MB', [own], [other], false);
}

function row(what, unit, own, other, isMoreBetter) {
  const ratios = own.map((value, index) => (isMoreBetter ? value / other[index] : other[index] / value));
  const digits = unit === 's' || unit === 'ms' ? 1 : 0;
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return {
    what,
    measured: `${median(own).toFixed(digits)} and ${median(other).toFixed(digits)} ${unit}`,
    budget: `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
    met: '',
  };
}

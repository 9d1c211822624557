import { atLeast, median, reference } from '../system/figures.mjs';
import { Scene } from '../system/scene.mjs';

const BATCH = 500;

/** How fast a broadcast stores messages, beside inserting the very documents it has led to. */
export function measureBroadcast(services, { rounds, recipients }) {
  return services.withInstallation(async (installation) => {
    const application = await installation.startApplication('all');
    const scene = await Scene.create(application, installation.database);
    await scene.people(recipients);
    const rates = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const { seconds, transactionId } = await scene.broadcast();
      const raw = await insertRaw(scene, transactionId, recipients);
      rates.push({ broadcast: recipients / seconds, raw: recipients / raw });
    }
    const measured = rates.slice(1);
    const ratio = median(measured.map(({ broadcast, raw }) => broadcast / raw));
    return [
      atLeast('broadcast, share of raw insertMany', ratio, 0.35),
      reference(`messages of a broadcast to ${recipients}`, median(measured.map(({ broadcast }) => broadcast)), '/s'),
      reference('raw insertMany of message and run', median(measured.map(({ raw }) => raw)), '/s'),
    ];
  });
}

/** Seconds it takes to insert the messages and runs of a trigger, as they are stored, under the same indexes. */
async function insertRaw(scene, transactionId, recipients) {
  const copies = await Promise.all(['messages', 'runs'].map((name) => prepareCopy(scene, name, transactionId)));
  for (const { documents } of copies) {
    if (documents.length !== recipients) throw new Error(`${documents.length} of ${recipients} documents were stored`);
  }
  const start = performance.now();
  for (let place = 0; place < recipients; place += BATCH) {
    for (const { copy, documents } of copies) {
      await copy.insertMany(documents.slice(place, place + BATCH), { ordered: false });
    }
  }
  const seconds = (performance.now() - start) / 1000;
  for (const { copy } of copies) await copy.drop();
  return seconds;
}

async function prepareCopy(scene, name, transactionId) {
  const documents = await scene.stored(name, transactionId);
  const copy = scene.collection(`${name}_raw`);
  for (const { key, sparse, expireAfterSeconds } of await scene.collection(name).indexes()) {
    if ('_id' in key && Object.keys(key).length === 1) continue;
    await copy.createIndex(key, {
      ...(sparse && { sparse }),
      ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    });
  }
  return { copy, documents };
}

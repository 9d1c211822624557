// Counts how often a fixed computation is done in a millisecond, in a thread of its own: text to objects and back, which
// is much of what the service does.
import { parentPort } from 'node:worker_threads';

const WARM_UP_MS = 300;
const MEASURED_MS = 500;

const entry = (index) => ({ id: `k${index}`, text: `Hello {{name}} ${index}`, list: [1, 2, { text: 'x'.repeat(30) }] });
const TEXT = JSON.stringify(Array.from({ length: 40 }, (_, index) => entry(index)));

computeFor(WARM_UP_MS);
parentPort.postMessage(computeFor(MEASURED_MS));

function computeFor(milliseconds) {
  const start = performance.now();
  let count = 0;
  for (let elapsed = 0; elapsed < milliseconds; elapsed = performance.now() - start) {
    const objects = JSON.parse(TEXT);
    objects[0].text += count;
    if (JSON.stringify(objects).length <= TEXT.length) throw new Error('It was not computed');
    count += 1;
  }
  return count / (performance.now() - start);
}

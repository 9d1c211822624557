// Measures the console on a store with very many runs, in a browser.
//
//   node test/console/measure.mjs [--entries 1000000] [--seconds 20]
//
// On the embedded store in a temporary folder. Three parts: how soon a screen is there, how long the requests of its lists
// take, and whether the live activity stays quick while 100 runs a second begin. Prints a table with the limits; the exit
// code is 1 when one is missed. Needs a build, Chromium, and a quiet machine.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { startEmbeddedStore } from '../../dist/src/server/embedded/embedded-store.js';
import { inDatabase } from '../../dist/src/platform/persistence/database-name.js';
import { atMost, median, reference, table } from '../bench/system/figures.mjs';
import { waitUntilQuiet } from '../bench/system/machine.mjs';
import { ManyRuns } from './many-runs.mjs';
import { OwnCarillon } from './own-carillon.mjs';

const SCREEN_MS = 1500;
const LIST_MS = 200;
const TASK_MS = 100;
const UPDATES_A_SECOND = 4;
const RUNS_A_SECOND = 100;
const TRIGGERS_A_SECOND = 10;
const REPETITIONS = 5;

const { values } = parseArgs({
  options: { entries: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '20' } },
});
const [entries, seconds] = [Number(values.entries), Number(values.seconds)];

const folder = await mkdtemp(join(tmpdir(), 'carillon-measure-'));
const store = await startEmbeddedStore({ dataDir: folder });
const mongodbUri = inDatabase(store.mongodbUri, 'carillon');
const client = await new MongoClient(mongodbUri).connect();
const settings = { MONGODB_URI: mongodbUri, SECRET_KEY: randomBytes(32).toString('hex'), OUTBOX: 'on' };
const carillon = await OwnCarillon.start({ ...settings, LOG_LEVEL: 'warn' });
let browser;
try {
  const runs = await ManyRuns.store(carillon, client.db(), entries);
  // The store writes on for a while.
  await waitUntilQuiet();
  const opened = await carillon.openConsole();
  browser = opened.browser;
  const { page } = opened;
  const rows = [reference('runs stored', entries), ...(await measureScreens(page))];
  rows.push(...(await measureLists(page, runs)), ...(await measureLive(page, runs)));
  console.log(`\n${table(rows)}\n\n${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}`);
  process.exitCode = rows.some(({ met }) => met === 'NO') ? 1 : 0;
} finally {
  await browser?.close();
  await carillon.stop();
  await client.close();
  await store.stop();
  await rm(folder, { recursive: true, force: true });
}

/** From the navigation until the heading and what the screen is for are there, with the files in the cache. */
async function measureScreens(page) {
  const rows = [];
  for (const [path, heading, shown] of [
    ['/overview', 'Overview', 'canvas'],
    ['/activity', 'Activity', 'tbody a'],
    ['/subscribers', 'Subscribers', 'tbody a'],
    ['/workflows', 'Workflows', 'tbody a'],
  ]) {
    const times = [];
    for (let count = 0; count <= REPETITIONS; count++) {
      await page.goto('about:blank');
      const begun = performance.now();
      await page.goto(`${carillon.url}/console${path}`, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await page.locator(shown).first().waitFor();
      times.push(performance.now() - begun);
    }
    // The first fills the caches.
    rows.push(atMost(`${heading}: usable`, median(times.slice(1)), SCREEN_MS, 'ms', 0));
  }
  return rows;
}

/** Requests as the lists make them, from the page, in the session of the person. */
async function measureLists(page, runs) {
  const rows = [];
  for (const [what, path] of await runs.requests()) {
    const ask = () =>
      page.evaluate(`(async () => {
        const begun = performance.now();
        const headers = { 'Carillon-Environment': 'Development', 'Carillon-Request': '1' };
        const response = await fetch(${JSON.stringify(path)}, { headers });
        const body = await response.text();
        if (!response.ok) throw new Error(${JSON.stringify(path)} + ': ' + response.status + ' ' + body);
        return performance.now() - begun;
      })()`);
    await ask();
    const times = [];
    for (let count = 0; count < REPETITIONS; count++) times.push(await ask());
    rows.push(atMost(what, median(times), LIST_MS, 'ms', 0));
  }
  return rows;
}

/** The live list while runs begin: what keeps the browser from responding, and how often the list changes. */
async function measureLive(page, runs) {
  await page.goto(`${carillon.url}/console/activity`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.locator('tbody a').first().waitFor();
  await page.evaluate(`
    window.longTasks = [];
    window.updates = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask' });
    new MutationObserver(() => {
      const now = performance.now();
      // What one update changes is drawn within a few milliseconds.
      if (now - (updates.at(-1) ?? 0) > 50) updates.push(now);
    }).observe(document.querySelector('tbody'), { childList: true, subtree: true, characterData: true });
  `);
  const triggered = [];
  const begun = performance.now();
  for (let count = 0; count < seconds * TRIGGERS_A_SECOND; count++) {
    triggered.push(runs.trigger(RUNS_A_SECOND / TRIGGERS_A_SECOND));
    await setTimeout(Math.max(0, begun + ((count + 1) * 1000) / TRIGGERS_A_SECOND - performance.now()));
  }
  await Promise.all(triggered);
  const took = (performance.now() - begun) / 1000;
  const { longTasks, updates } = await page.evaluate('({ longTasks, updates: updates.length })');
  if (updates === 0) throw new Error('The live list has not changed');
  return [
    reference('live: runs a second', (seconds * RUNS_A_SECOND) / took),
    atMost('live: longest task of the browser', Math.max(0, ...longTasks), TASK_MS, 'ms', 0),
    atMost('live: updates of the list', updates / took, UPDATES_A_SECOND, '/s', 1),
  ];
}

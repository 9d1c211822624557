// Measures the pages of the activity on the embedded store, which runs in a process of its own, with many stored runs.
//
//   node test/bench/activity.mjs [--runs 200000] [--folder DIR]
//
// Needs a build. Prints for each filter the slowest and the middle of some pages, in milliseconds, and what was examined. A
// folder that has runs is used as it is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { calculateObjectSize } from 'bson';
import mongoose from 'mongoose';

const { RunSchema } = await import('../../dist/src/notifications/activity/run.schema.js');
const { runFilter, runScan } = await import('../../dist/src/notifications/activity/run-filter.js');
const { findScannedPage } = await import('../../dist/src/platform/paging/cursor-page.js');
const { findNumberedPage } = await import('../../dist/src/platform/paging/offset-page.js');

const { values: settings } = parseArgs({
  options: { runs: { type: 'string', default: '200000' }, folder: { type: 'string' } },
});
const folder = settings.folder ?? (await mkdtemp(join(tmpdir(), 'activity-')));
const idOf = (kind, number) => new mongoose.Types.ObjectId(kind + number.toString(16).padStart(23, '0'));
const environmentId = idOf('a', 1);
const first = Date.UTC(2026, 0, 1);

/** A run of an email and an in-app message; one in a hundred has failed, one in a thousand for a rare reason. */
function run(i) {
  const at = new Date(first + i * 100);
  const failed = i % 100 === 7;
  const step = (stepId, type, more) => ({ id: idOf('c', 1), stepId, name: stepId, type, ...more });
  const sent = {
    status: 'completed',
    reason: 'delivered',
    details: [{ at, status: 'Success', detail: 'Message sent' }],
  };
  const lost = {
    status: 'failed',
    reason: i % 1000 === 7 ? 'no_active_integration' : 'send_failed',
    details: [{ at, status: 'Failed', detail: 'Message not sent', raw: 'smtp-main: 451 try again later' }],
  };
  return {
    _id: idOf('b', i),
    environmentId,
    organizationId: idOf('d', 1),
    eventId: idOf('e', i),
    transactionId: `transaction-${Math.floor(i / 100)}`,
    subscriberId: idOf('f', (i * 7919) % 50_000),
    workflowId: idOf('9', i % 40),
    workflowVersion: 1,
    status: failed ? 'failed' : 'completed',
    steps: [
      step('email', 'email', {
        ...(failed ? lost : sent),
        providerId: i % 3 === 0 ? 'ses' : 'nodemailer',
        messageIds: [idOf('8', i)],
      }),
      step('inbox', 'in_app', { ...sent, messageIds: [idOf('7', i)] }),
    ],
    stepIndex: 2,
    ...(i % 20 === 0 && { topics: [{ id: 'x', key: `topic-${i % 200}` }] }),
    tags: [],
    severity: i % 50 === 0 ? 'high' : 'none',
    critical: false,
    contextKeys: i % 10 === 0 ? [`tenant:t${i % 70}`] : [],
    createdAt: at,
    updatedAt: at,
    expiresAt: new Date(Date.UTC(2100, 0, 1)),
  };
}

const count = Number(settings.runs);
const from = new Date(first + count * 50);
const FILTERS = {
  none: {},
  'a trigger': { transactionId: 'transaction-77' },
  'a subscriber': { subscriberIds: [idOf('f', 7919)] },
  '100 subscribers': { subscriberIds: Array.from({ length: 100 }, (_, i) => idOf('f', i * 100)) },
  'a workflow': { workflowIds: [idOf('9', 3)] },
  '20 workflows': { workflowIds: Array.from({ length: 20 }, (_, i) => idOf('9', i)) },
  failed: { status: ['failed'] },
  'completed or failed': { status: ['completed', 'failed'] },
  'waiting (none)': { status: ['waiting'] },
  'a usual reason': { reason: ['delivered'] },
  'a rare reason': { reason: ['no_active_integration'] },
  'several reasons': { reason: ['delivered', 'send_failed', 'no_active_integration'] },
  'a reason none has': { reason: ['throttled'] },
  'a step type': { stepType: ['email'] },
  'a step type none has': { channel: ['push'] },
  'a provider': { providerId: ['ses'] },
  'a severity': { severity: ['high'] },
  'a usual severity': { severity: ['none'] },
  'a topic': { topicKey: 'topic-100' },
  'a context': { contextKeys: ['tenant:t20'] },
  'a time': { since: from, until: new Date(from.getTime() + 3_600_000) },
  'a workflow, failed': { workflowIds: [idOf('9', 7)], status: ['failed'] },
  'a workflow, failed (none)': { workflowIds: [idOf('9', 3)], status: ['failed'] },
  'failed, a step type': { reason: ['send_failed'], stepType: ['email'] },
  'failed, a step type (none)': { reason: ['send_failed'], stepType: ['in_app'] },
  'completed, a severity, a provider (none)': {
    status: ['completed'],
    severity: ['high'],
    providerId: ['twilio', 'ses'],
    topicKey: 'none',
  },
  'delivered with another provider (none)': { reason: ['delivered'], providerId: ['ses'], stepType: ['in_app'] },
  'a trigger, failed': { transactionId: 'transaction-77', status: ['failed'] },
};

const store = spawn(process.execPath, [PROGRAM, 'store', '--data', folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(createInterface(store.stdout), 'line');
const uri = line.match(/mongodb:\S+/)[0];
await mongoose.connect(uri, { autoIndex: false, dbName: 'activity' });
const Runs = mongoose.model('Run', RunSchema);

try {
  if ((await Runs.estimatedDocumentCount()) === 0) {
    await Runs.createCollection();
    await Runs.createIndexes();
    const start = performance.now();
    for (let i = 0; i < count; i += 500) {
      const rows = Array.from({ length: Math.min(500, count - i) }, (_, j) => run(i + j));
      await Runs.collection.insertMany(rows, { ordered: false });
    }
    console.log(
      `${count} runs of ${calculateObjectSize(run(1))} bytes in ${Math.round((performance.now() - start) / 1000)} s`,
    );
  }
  for (const [name, search] of Object.entries(FILTERS)) {
    await measure(name, search);
  }
} finally {
  await mongoose.disconnect();
  store.kill();
}

async function measure(name, search) {
  const [times, sizes] = [[], []];
  let after;
  const scan = runScan({ id: environmentId }, search);
  for (let page = 0; page < 5; page++) {
    const start = performance.now();
    const request = { orderBy: 'createdAt', orderDirection: 'DESC', limit: 100, after };
    const found = await findScannedPage(Runs, scan, request);
    times.push(performance.now() - start);
    sizes.push(found.data.length);
    after = found.next;
    if (!after) break;
  }
  const start = performance.now();
  await findNumberedPage(Runs, runFilter({ id: environmentId }, search), { page: 0, limit: 100 });
  const numbered = performance.now() - start;
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const text = [sorted.at(-1), middle, numbered].map((time) => time.toFixed(1).padStart(9)).join('');
  console.log(`${name.padEnd(44)}${text}   ${sizes.join(' ')}${after ? ' …' : ''}`);
}

// Measures the embedded store through the official driver, the store running in a process of its own.
//
//   node test/bench/store.mjs [--documents 100000] [--million]
//
// Needs a build. Prints one line per measurement; --million also stores a million documents and measures the start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { serialize } from 'bson';
import { open } from 'lmdb';
import { MongoClient } from 'mongodb';
import { PROGRAM } from '../npm-start.mjs';

const cli = process.env.STORE_CLI ? [process.env.STORE_CLI] : [PROGRAM, 'store'];
const batchSize = 500;
const { values: settings } = parseArgs({
  options: { documents: { type: 'string', default: '100000' }, million: { type: 'boolean', default: false } },
});
const documents = Number(settings.documents);

/** A document of about 200 bytes, like a message of an inbox. */
function row(i) {
  return {
    environment: 'env1',
    subscriber: `subscriber-${(i * 7919) % 10_000}`,
    number: i,
    seen: i % 3 === 0,
    text: `Your order ${i} was sent and arrives within three days at the address you gave.`,
    at: new Date(1_700_000_000_000 + i * 1000),
  };
}

/** Two indexes that grow at their ends, and two of which one takes its entries all over: that one the disk decides. */
const growing = [{ key: { environment: 1, number: 1 } }, { key: { at: 1 } }];
const scattered = [{ key: { environment: 1, subscriber: 1, number: -1 } }, { key: { number: 1 } }];

function* batches(count) {
  for (let start = 0; start < count; start += batchSize) {
    yield Array.from({ length: Math.min(batchSize, count - start) }, (_, i) => row(start + i));
  }
}

function report(what, value, unit) {
  console.log(`${what.padEnd(58)} ${value.padStart(10)} ${unit}`);
}

function quantile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

async function measure(count, call) {
  const times = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await call(i);
    times.push(performance.now() - start);
  }
  return times;
}

/** Starts the store and waits for its line; returns its process, its address and how long that took. */
async function startStore(dataDir) {
  const start = performance.now();
  const child = spawn(process.execPath, [...cli, '--port', '0', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready on (mongodb:\/\/\S+)/.exec(line)?.[1];
    if (address) return { child, uri: address, readyMs: performance.now() - start };
  }
  throw new Error('The store did not start; is there a build?');
}

async function stopStore(store) {
  const ended = once(store.child, 'exit');
  store.child.kill('SIGTERM');
  await ended;
}

/** Memory only this process uses, without pages of mapped files; elsewhere than on Linux the resident set. */
async function privateMemory(pid) {
  try {
    const mappings = (await readFile(`/proc/${pid}/smaps`, 'utf8')).split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
    let kilobytes = 0;
    for (const mapping of mappings) {
      const inode = mapping.split(/\s+/, 5)[4];
      if (inode !== '0') continue;
      for (const [, size] of mapping.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)) kilobytes += Number(size);
    }
    return { megabytes: kilobytes / 1024, what: 'private memory' };
  } catch {
    const { stdout } = spawn('ps', ['-o', 'rss=', '-p', String(pid)]);
    let text = '';
    for await (const chunk of stdout) text += chunk;
    return { megabytes: Number(text) / 1024, what: 'resident memory' };
  }
}

/** The same rows and as many index entries straight into LMDB, each batch flushed before the next. */
async function rawLmdb(dataDir, count) {
  const environment = open({ path: join(dataDir, 'raw.mdb'), maxDbs: 4, encoding: 'binary', keyEncoding: 'binary' });
  const tables = ['rows', 'ids', 'first', 'second'].map((name) =>
    environment.openDB({ name, encoding: 'binary', keyEncoding: 'binary' }),
  );
  const [rows, ids, first, second] = tables;
  // preparing the rows is not part of it: the driver and the wire are what is compared
  const prepared = [...batches(count)].map((batch) =>
    batch.map((document) => ({ document, bytes: Buffer.from(serialize(document)) })),
  );
  const start = performance.now();
  let number = 0;
  for (const batch of prepared) {
    environment.transactionSync(() => {
      for (const { document, bytes } of batch) {
        const record = Buffer.alloc(8);
        record.writeBigUInt64BE(BigInt(number++));
        const id = Buffer.alloc(13, 7);
        id.writeUInt32BE(number, 9);
        void rows.put(record, bytes);
        void ids.put(id, record);
        const key = Buffer.from(`${document.environment}\0${document.subscriber}\0`);
        void first.put(Buffer.concat([key, record]), record);
        void second.put(Buffer.concat([record, record]), record);
      }
    });
    await environment.flushed;
  }
  const seconds = (performance.now() - start) / 1000;
  await environment.close();
  return count / seconds;
}

async function insertAll(items, count) {
  const start = performance.now();
  for (const batch of batches(count)) await items.insertMany(batch);
  return count / ((performance.now() - start) / 1000);
}

const folder = await mkdtemp(join(tmpdir(), 'carillon-bench-'));
try {
  let store = await startStore(join(folder, 'data'));
  let client = await new MongoClient(store.uri).connect();
  const ordered = client.db('bench').collection('ordered');
  await ordered.createIndexes(growing);
  const orderedRate = await insertAll(ordered, documents);
  report(`insertMany, batches of ${batchSize}, two indexes in order of time`, orderedRate.toFixed(0), 'documents/s');
  await ordered.drop();
  let items = client.db('bench').collection('items');
  await items.createIndexes(scattered);
  const rate = await insertAll(items, documents);
  report(`the same, one of the indexes by subscriber`, rate.toFixed(0), 'documents/s');
  const rawRate = await rawLmdb(folder, documents);
  report('those rows and index entries straight into LMDB', rawRate.toFixed(0), 'documents/s');
  report("share of LMDB's own speed", (rate / rawRate).toFixed(2), '');

  const find = (i) => items.findOne({ number: (i * 7919) % documents });
  await measure(2000, find);
  const finds = await measure(5000, find);
  report(`indexed findOne of ${documents}, median`, quantile(finds, 0.5).toFixed(3), 'ms');
  report('indexed findOne, 99th percentile', quantile(finds, 0.99).toFixed(3), 'ms');
  const inbox = (i) =>
    items
      .find({ environment: 'env1', subscriber: `subscriber-${i % 10_000}` })
      .sort({ number: -1 })
      .limit(10)
      .toArray();
  await measure(500, inbox);
  report('ten newest of one subscriber, median', quantile(await measure(2000, inbox), 0.5).toFixed(3), 'ms');

  const insert = (i) => items.insertOne(row(10_000_000 + i));
  await measure(100, insert);
  const inserts = await measure(1000, insert);
  report('one acknowledged insert, median', quantile(inserts, 0.5).toFixed(3), 'ms');
  report('one acknowledged insert, 99th percentile', quantile(inserts, 0.99).toFixed(3), 'ms');
  const together = performance.now();
  await Promise.all(Array.from({ length: 50 }, async (_, lane) => measure(40, (i) => insert(10_000 + lane * 100 + i))));
  report('acknowledged inserts, 50 at a time', (2000 / ((performance.now() - together) / 1000)).toFixed(0), '/s');

  if (settings.million) {
    const missing = 1_000_000 - (await items.estimatedDocumentCount());
    await insertAll(items, missing);
    await client.close();
    await stopStore(store);
    store = await startStore(join(folder, 'data'));
    client = await new MongoClient(store.uri).connect();
    items = client.db('bench').collection('items');
    report('start to ready with a million documents', store.readyMs.toFixed(0), 'ms');
    const atStart = await privateMemory(store.child.pid);
    report(`${atStart.what} after the start`, atStart.megabytes.toFixed(0), 'MB');
    report('documents counted', String(await items.estimatedDocumentCount()), '');
    const millionFinds = await measure(5000, (i) => items.findOne({ number: (i * 7919) % documents }));
    report('indexed findOne of a million, median', quantile(millionFinds, 0.5).toFixed(3), 'ms');
    const afterwards = await privateMemory(store.child.pid);
    report(`${afterwards.what} after 5,000 look-ups`, afterwards.megabytes.toFixed(0), 'MB');
  }
  await client.close();
  await stopStore(store);
} finally {
  await rm(folder, { recursive: true, force: true });
}

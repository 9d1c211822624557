// The built application with probes, as a process of its own; system/application.mjs starts it and asks it questions.
import 'reflect-metadata';
import { getConnectionToken } from '@nestjs/mongoose';
import { NestFactory } from '@nestjs/core';
import { configureApp, httpAdapter } from '../../dist/src/server/app.js';
import { AppModule } from '../../dist/src/server/start/app.module.js';
import { Clock } from '../../dist/src/platform/clock.js';
import { loadConfig } from '../../dist/src/platform/config/config.js';
import { createLegacyApp } from '../../dist/src/server/legacy-app.js';
import { loadTracing } from '../../dist/src/platform/tracing/load-tracing.js';
import { JobQueue } from '../../dist/src/platform/queue/job-queue.js';

const SAMPLE_MS = 250;
const MEGABYTE = 1024 * 1024;

const { settings, mongodbUri, queue, aheadMs, otel } = JSON.parse(process.argv[2]);
const config = loadConfig(settings);
Clock.prototype.now = () => new Date(Date.now() + aheadMs);
// OpenTelemetry reads its settings itself.
Object.assign(process.env, otel);
const { tracing, stop: stopTracing } = await loadTracing(process.env, {});
const app = await NestFactory.create(
  AppModule.forRoot({ config, mongodbUri, queue, secretKey: 'a secret key that only benchmarks have', tracing }),
  httpAdapter(config),
  { bodyParser: false, bufferLogs: true },
);
configureApp(app);

/** Commands to the store by what they do, such as `insert events`. */
let commands = {};
/** All commands, those of looks for what is due, too. */
let looks = 0;
let jobs = 0;
let peakRss = 0;
let sampling;

// Emits nothing unless the address of the store says `monitorCommands=true`.
app
  .get(getConnectionToken())
  .getClient()
  .on('commandStarted', ({ commandName, command }) => {
    looks += 1;
    if (isLookForDue(commandName, command)) return;
    const what = `${commandName} ${command[commandName]}`;
    commands[what] = (commands[what] ?? 0) + 1;
  });

const jobQueue = app.get(JobQueue);
const add = jobQueue.add.bind(jobQueue);
jobQueue.add = (turns) => {
  jobs += turns.length;
  return add(turns);
};

const questions = {
  /** What was counted since the last time this was asked. */
  counts() {
    const counted = { commands, jobs };
    commands = {};
    jobs = 0;
    return counted;
  },
  /** Number of commands since the last time this was asked. */
  looks() {
    const counted = looks;
    looks = 0;
    return counted;
  },
  /** Megabytes now, after a collection, and the most of the resident set since the last time this was asked. */
  memory() {
    sampling ??= setInterval(() => (peakRss = Math.max(peakRss, process.memoryUsage.rss())), SAMPLE_MS).unref();
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    const memory = {
      rss: rss / MEGABYTE,
      heap: heapUsed / MEGABYTE,
      external: external / MEGABYTE,
      peak: peakRss / MEGABYTE,
    };
    peakRss = 0;
    return memory;
  },
  legacyUrl: () => legacyApp.getUrl(),
  async stop() {
    await legacyApp.close();
    await app.close();
    await stopTracing();
    setImmediate(() => process.disconnect());
  },
};

process.on('message', (message) => void answer(message));
// Whoever asks is gone, too early or because this was stopped.
process.on('disconnect', () => process.exit(0));

await app.listen({ port: 0, host: '127.0.0.1' });
const legacyApp = await createLegacyApp(app);
await legacyApp.listen({ port: 0, host: '127.0.0.1' });
process.send({ ready: await app.getUrl() });

async function answer({ id, question }) {
  process.send({ id, answer: await questions[question]() });
}

/** A worker looks for waits and snoozes that have ended, whatever is triggered. */
function isLookForDue(commandName, { filter, find }) {
  const due = { runs: 'wakeAt', messages: 'snoozedUntil' }[find];
  return commandName === 'find' && due !== undefined && Object.keys(filter).join() === due;
}

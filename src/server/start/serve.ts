import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { linkPath } from '../../accounts/links/one-time-links.js';
import { configureApp, httpAdapter } from '../app.js';
import { metricsServer } from '../metrics/serve-metrics.js';
import { AppModule, type Foundation } from './app.module.js';
import { BootstrapService, type FirstKeys } from '../bootstrap/bootstrap.service.js';
import { openRequests } from '../../platform/http/open-requests.js';
import { connectionShares, limitConnections, openFileLimit } from '../../platform/open-files.js';
import { VERSION } from '../../platform/package-root.js';
import { Config, variableName } from '../../platform/config/config.js';
import { KeyRing } from '../../platform/crypto/secret-box.js';
import { DeliveryWorker } from '../../delivery/dispatch/delivery.worker.js';
import { Waker } from '../../delivery/runs/waking/waker.js';
import { createLegacyApp } from '../legacy-app.js';
import { Logger } from '../../platform/logging/logger.js';
import { loadTracing } from '../../platform/tracing/load-tracing.js';
import { PageAccess } from '../../auth/guests/page-access.js';

/** A Carillon that serves. */
export interface RunningCarillon {
  /** Address of the API, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Address of the legacy API; undefined when this process does not serve it. */
  readonly legacyUrl?: string;
  /** The keys of the first environments, only when this start completed the making of them. */
  readonly firstKeys?: FirstKeys;
  /** The link for the first owner, as long as there is no account. */
  readonly setupLink?: string;
  /** Opens the pages that are not public, in their address: `?token=…`. */
  readonly pageToken: string;
  /** Finishes running work, hands back the rest and releases all resources. `signal`: what asks for it, for the log. */
  stop(signal?: string): Promise<void>;
}

/** Servers and settings of the application. */
export type Services = Omit<Foundation, 'config' | 'tracing'>;

/** Starts the application on a store and a queue that run already. They are not stopped with it. */
export async function startOn(config: Config, services: Services): Promise<RunningCarillon> {
  const traces = await loadTracing(process.env, { 'carillon.role': config.role });
  const app = await createApp({ config, ...services, tracing: traces.tracing });
  let legacyApp: NestFastifyApplication | undefined;
  const metrics = metricsServer(app);
  const close = async (): Promise<void> => {
    await metrics?.close();
    await legacyApp?.close();
    await app.close();
    await traces.stop();
  };
  try {
    const servesLegacy = config.legacyApi && config.role !== 'worker';
    const limit = openFileLimit();
    const shares = limit === undefined ? undefined : connectionShares(limit, servesLegacy);
    if (shares) limitConnections(app.getHttpServer(), shares.main, app.get(Logger));
    await listen(app, config, 'port');
    if (metrics) await listen(metrics, config, 'metricsPort');
    if (servesLegacy) {
      legacyApp = await createLegacyApp(app);
      if (shares) limitConnections(legacyApp.getHttpServer(), shares.legacy, app.get(Logger));
      await listen(legacyApp, config, 'legacyPort');
    }
  } catch (error) {
    await close();
    throw error;
  }
  const { role, mongodbUri, redisUrl } = config;
  const parts = { role, store: mongodbUri ? 'mongodb' : 'embedded', queue: redisUrl ? 'redis' : 'embedded' };
  app.get(Logger).info({ version: VERSION, node: process.version, ...parts }, 'Carillon started');
  const url = await reachableUrl(app);
  const { firstKeys, setupToken } = app.get(BootstrapService);
  return {
    url,
    ...(legacyApp && { legacyUrl: await reachableUrl(legacyApp) }),
    firstKeys,
    ...(setupToken !== undefined && { setupLink: (config.publicUrl ?? url) + linkPath(setupToken) }),
    pageToken: new PageAccess(app.get(KeyRing)).token,
    stop: (signal) => stopAndLog(app, legacyApp, close, signal),
  };
}

/** Closes everything, and logs at the beginning and at the end how much was in progress. */
async function stopAndLog(
  app: NestFastifyApplication,
  legacyApp: NestFastifyApplication | undefined,
  close: () => Promise<void>,
  signal = 'A request to stop',
): Promise<void> {
  const [logger, worker, waker] = [app.get(Logger), app.get(DeliveryWorker), app.get(Waker)];
  const servers = [app, ...(legacyApp ? [legacyApp] : [])].map((one) => one.getHttpAdapter().getInstance());
  const inProgress = () => ({
    requests: servers.reduce((sum, server) => sum + openRequests(server), 0),
    jobs: worker.jobs,
    runs: waker.awake,
  });
  const seconds = app.get(Config).shutdownSeconds;
  const startedAt = performance.now();
  const begun = inProgress();
  logger.info(begun, `${signal} received: ${inWords(begun)} to finish, in at most ${seconds} seconds`);
  await close();
  const left = inProgress();
  const took = ((performance.now() - startedAt) / 1000).toFixed(1);
  const isLeft = left.jobs + left.runs > 0;
  logger.info(left, `Stopped after ${took} seconds; ${isLeft ? `handed back: ${inWords(left)}` : 'nothing was left'}`);
}

function inWords({ requests, jobs, runs }: { requests: number; jobs: number; runs: number }): string {
  return `${requests} requests, ${jobs} jobs and ${runs} resumed runs`;
}

/**
 * Connections that wait to be accepted: the most that Linux allows by default. Above it a client tries again after a second,
 * also one that has nothing to do with a burst of others.
 */
const BACKLOG = 4096;

async function listen(
  app: Pick<NestFastifyApplication, 'listen'> | FastifyInstance,
  config: Config,
  setting: 'port' | 'legacyPort' | 'metricsPort',
): Promise<void> {
  const host = config.host ?? (config.mongodbUri ? '0.0.0.0' : '127.0.0.1');
  const port = config[setting];
  try {
    await app.listen({ port, host, backlog: BACKLOG });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    const otherwise = setting === 'legacyPort' ? ', or LEGACY_API=false if the legacy API is not used' : '';
    throw new Error(
      `another program listens on port ${port} of ${host}; set ${variableName(setting)} to a free one${otherwise}`,
      { cause: error },
    );
  }
}

async function createApp(foundation: Foundation): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(foundation),
    httpAdapter(foundation.config),
    { bodyParser: false, bufferLogs: true, abortOnError: false },
  );
  configureApp(app);
  return app;
}

// An address that listens everywhere is reached on this machine through localhost.
async function reachableUrl(app: NestFastifyApplication): Promise<string> {
  const url = await app.getUrl();
  return url.replace('0.0.0.0', 'localhost').replace('[::]', 'localhost');
}

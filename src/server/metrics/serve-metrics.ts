import { fastify, type FastifyInstance } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '../../platform/config/config.js';
import { metricsRefusal, servesMetricsOnMainPort } from './metrics-access.js';
import { Scraping } from './scraping.service.js';

/** Path of the metrics. */
export const METRICS_PATH = '/metrics';

const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves `/metrics` on the port of the API, where the settings say so. */
export function serveMetrics(app: NestFastifyApplication): void {
  const config = app.get(Config);
  if (servesMetricsOnMainPort(config)) addRoute(app.getHttpAdapter().getInstance(), app, false);
}

/** Makes the server for `METRICS_PORT`, which has nothing but `/metrics`; undefined where there is none. */
export function metricsServer(app: NestFastifyApplication): FastifyInstance | undefined {
  if (app.get(Config).metricsPort === 0) return undefined;
  const server = fastify();
  addRoute(server, app, true);
  return server;
}

function addRoute(server: FastifyInstance, app: NestFastifyApplication, isOwnPort: boolean): void {
  const [config, scraping] = [app.get(Config), app.get(Scraping)];
  server.get(METRICS_PATH, async (request, reply) => {
    const refusal = metricsRefusal(request, config, isOwnPort);
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    if (refusal !== undefined) return reply.code(401).type('text/plain; charset=utf-8').send(`${refusal}\n`);
    return reply.type(TYPE).send(await scraping.text());
  });
}

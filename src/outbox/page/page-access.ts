import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';

/** Headers by which a proxy says that somebody else has asked. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/**
 * Whether a request may read the outbox without an API key: on the embedded store, while only this machine is listened
 * to, and asked by it directly. A name other than `localhost` could be one that a page of strangers has pointed here.
 */
export function needsNoKey(
  { headers, hostname }: Pick<FastifyRequest, 'headers' | 'hostname'>,
  { mongodbUri, host }: Pick<Config, 'mongodbUri' | 'host'>,
): boolean {
  if (mongodbUri !== undefined || !isLoopback(host ?? '127.0.0.1')) return false;
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
  const asked = hostname.replace(/^\[|\]$/g, '');
  return asked === 'localhost' || isIP(asked) !== 0;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

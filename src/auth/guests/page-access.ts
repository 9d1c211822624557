import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.js';
import { readCookies } from '../../platform/http/cookies.js';
import type { KeyRing } from '../../platform/crypto/secret-box.js';

const TOKEN_BYTES = 18;

/** The part of a request that is used. */
type PageRequest = Pick<FastifyRequest, 'headers' | 'hostname' | 'port'>;

/**
 * Lets browsers see pages without an API key. A browser that opens a URL with the token, which Carillon prints at
 * startup, gets a cookie. The remote address of a request is not checked, because a proxy on this machine makes all
 * requests look local. Token and cookie are derived from `SECRET_KEY`, so a URL stays valid after a restart.
 */
export class PageAccess {
  /** The token of the printed URL. */
  readonly token: string;
  private readonly cookie: string;

  constructor(keys: Pick<KeyRing, 'derive'>) {
    this.token = textOf(keys.derive('carillon/pages/v1'));
    this.cookie = textOf(keys.derive('carillon/page-cookies/v1'));
  }

  /** Returns whether the browser has the cookie. */
  has(request: PageRequest): boolean {
    return readCookies(request, cookieName(request)).some((one) => isEqual(one, this.cookie));
  }

  /**
   * If the request has the token, sets the cookie and redirects to `path`, without the token. Returns whether it had.
   */
  letIn(request: PageRequest & Pick<FastifyRequest, 'query'>, reply: FastifyReply, path: string): boolean {
    const { token } = request.query as Record<string, unknown>;
    if (typeof token !== 'string' || !isEqual(token, this.token)) return false;
    void reply
      .header('set-cookie', `${cookieName(request)}=${this.cookie}; Path=/; HttpOnly; SameSite=Strict`)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(path, 303);
    return true;
  }
}

/**
 * Returns whether the host of a request is this machine: `localhost` or a loopback address. Any other name could
 * belong to a malicious site and resolve to this machine.
 */
export function hasLoopbackHost({ hostname }: Pick<PageRequest, 'hostname'>): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** Returns whether the host of a request is this machine, or that of `PUBLIC_URL`. */
export function hasOwnHost(request: Pick<PageRequest, 'hostname'>, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return hasLoopbackHost(request) || (publicUrl !== undefined && new URL(publicUrl).hostname === request.hostname);
}

/** Returns whether a host is `localhost` or a loopback address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** One name for each port, because browsers send cookies to all ports of a host. */
function cookieName({ port }: Pick<PageRequest, 'port'>): string {
  return `carillon-pages-${port ?? 80}`;
}

function textOf(key: Uint8Array): string {
  return Buffer.from(key.subarray(0, TOKEN_BYTES)).toString('base64url');
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

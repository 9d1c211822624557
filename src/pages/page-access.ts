import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.js';
import type { KeyRing } from '../platform/crypto/secret-box.js';

const TOKEN_BYTES = 18;

/** What is needed of a request. */
type Asked = Pick<FastifyRequest, 'headers' | 'hostname' | 'port'>;

/**
 * Lets browsers see pages without an API key: whoever comes with the token in the address, which Carillon prints at its
 * start, gets a cookie. Where a request comes from is not asked: a proxy on this machine makes all of them look local.
 * Token and cookie follow from `SECRET_KEY`, so that an address stays good over a restart.
 */
export class PageAccess {
  /** The token of the printed address. */
  readonly token: string;
  private readonly cookie: string;

  constructor(keys: Pick<KeyRing, 'derive'>) {
    this.token = textOf(keys.derive('carillon/pages/v1'));
    this.cookie = textOf(keys.derive('carillon/page-cookies/v1'));
  }

  /** Whether the browser was let in. */
  has(request: Asked): boolean {
    const name = cookieName(request);
    const cookies = (request.headers.cookie ?? '').split(';').map((one) => one.trim());
    return cookies.some((one) => one.startsWith(`${name}=`) && isEqual(one.slice(name.length + 1), this.cookie));
  }

  /** Gives a browser that comes with the token the cookie, and sends it on to `path`, without the token. */
  letIn(request: Asked & Pick<FastifyRequest, 'query'>, reply: FastifyReply, path: string): boolean {
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
 * Whether a request names this machine: `localhost` or a loopback address. Any other name could be one that a page of
 * strangers has pointed here.
 */
export function isAskedAsLoopback({ hostname }: Pick<Asked, 'hostname'>): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** Whether a request names this machine, or the address under which it is known to people. */
export function isAskedByOwnName(request: Pick<Asked, 'hostname'>, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return isAskedAsLoopback(request) || (publicUrl !== undefined && new URL(publicUrl).hostname === request.hostname);
}

/** Whether this is `localhost` or an address of this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** One for each port: browsers send cookies to all ports of a host. */
function cookieName({ port }: Pick<Asked, 'port'>): string {
  return `carillon-pages-${port ?? 80}`;
}

function textOf(key: Uint8Array): string {
  return Buffer.from(key.subarray(0, TOKEN_BYTES)).toString('base64url');
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

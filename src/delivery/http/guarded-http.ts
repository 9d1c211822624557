import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, errors, request } from 'undici';
import type { HttpAnswer } from './http-call.js';
import { HttpTargets } from './http-targets.js';
import { isPublicAddress } from './public-address.js';

const MOST_REDIRECTS = 5;
const LONGEST_ANSWER = 262_144;

/** A request to a server that is not ours. */
export interface OutboundRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

type Reply = Exclude<HttpAnswer, { simulated: true }>;

/** The address is none that may be called. */
class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/** Makes requests to others: bounded in time and size, and only to public addresses (behaviour W4). */
@Injectable()
export class GuardedHttp implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(private readonly targets: HttpTargets) {
    // The address is checked when the connection is made: a name cannot mean one address to the check and another to it.
    this.agent = new Agent({
      connect: { lookup: this.guardedLookup },
      connections: 64,
      maxResponseSize: LONGEST_ANSWER,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.close();
  }

  /** Never throws for what the other side does: that is an answer with `ok: false`. */
  async send(outbound: OutboundRequest): Promise<Reply> {
    try {
      const signal = AbortSignal.timeout(outbound.timeoutMs);
      return await this.follow(outbound, new URL(outbound.url), outbound.headers, signal, 0);
    } catch (error) {
      return { ok: false, error: reasonOf(error, outbound.timeoutMs) };
    }
  }

  private async follow(
    outbound: OutboundRequest,
    url: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
    redirects: number,
  ): Promise<Reply> {
    this.assertAllowed(url);
    const method = outbound.method as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    const answer = await request(url, { method, headers, body: outbound.body, signal, dispatcher: this.agent });
    const location = answer.headers.location;
    if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string') {
      await answer.body.dump();
      if (redirects === MOST_REDIRECTS) return { ok: false, error: `more than ${MOST_REDIRECTS} redirects` };
      // Only requests that change nothing are sent on: others would be repeated without being asked for.
      if (method !== 'GET') return { ok: false, error: `redirected with status ${answer.statusCode}` };
      const next = new URL(location, url);
      return this.follow(
        outbound,
        next,
        next.origin === url.origin ? headers : onlyHarmless(headers),
        signal,
        redirects + 1,
      );
    }
    return { ok: true, statusCode: answer.statusCode, body: await answer.body.text() };
  }

  /** An address that is written as a number is connected to without a look-up. */
  private assertAllowed(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new ForbiddenAddressError('only http and https addresses can be called');
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isPublicAddress(host) && !this.targets.allowsPrivate(host)) throw forbidden(host);
  }

  private readonly guardedLookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const blocked = addresses.find(
        ({ address }) => !isPublicAddress(address) && !this.targets.allowsPrivate(address),
      );
      const [first] = addresses;
      if (blocked) callback(forbidden(blocked.address), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}

function forbidden(address: string): ForbiddenAddressError {
  return new ForbiddenAddressError(`${address} is not an address of the public internet`);
}

/** Another server must not get what was meant for the first. */
function onlyHarmless(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name.toLowerCase())));
}

const HARMLESS = new Set(['accept', 'accept-language', 'user-agent']);

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  if (error instanceof errors.ResponseExceededMaxSizeError) return `the answer has more than ${LONGEST_ANSWER} bytes`;
  if (error instanceof Error) return error.message || error.name;
  return 'the request failed';
}

import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent, Dispatcher, request } from 'undici';
import { isUrl } from '#libs/url/is-url.js';
import { deadline, TimeoutError, unlessAborted } from '../deadline.js';
import { isObject } from '../values/is-object.js';
import { AddressGuard, ForbiddenAddressError, type Purpose } from './address-guard.js';

/** A request to an external server. */
export interface OutboundRequest {
  method: string;
  /** An http or https URL, not validated yet. */
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Milliseconds for everything: look-ups, connecting, all redirects, and the whole response. */
  timeoutMs: number;
  /** Aborts the request. */
  signal?: AbortSignal;
  /** Largest body of the response in bytes. Default: 262,144. */
  maxResponseBytes?: number;
  /**
   * Default: redirects of a GET are followed, and a redirect of any other method is a failure, because a request that
   * changes something must not be repeated unintentionally. False: a redirect is returned as the response.
   */
  followRedirects?: false;
  /** Default: `http`. */
  purpose?: 'http' | 'settings' | 'own-application';
}

/**
 * Why there is no response. With `forbidden` and `unreachable` nothing was sent; with all others the request may have
 * had an effect.
 */
export type FailureKind =
  /** The address may not be called, or is not valid. */
  | 'forbidden'
  | 'timeout'
  /** Aborted by the caller's signal. */
  | 'aborted'
  | 'too_large'
  /** Too many redirects, or a redirect that is not followed. */
  | 'redirect'
  /** No connection could be made. */
  | 'unreachable'
  /** The connection broke, or the response was not valid HTTP. */
  | 'connection';

/** A response of any status, or why there is none. */
export type HttpReply =
  | {
      ok: true;
      statusCode: number;
      /** Names in lower case; several values of one name are joined with a comma and a space. */
      headers: Record<string, string>;
      body: string;
    }
  | { ok: false; failure: FailureKind; error: string };

const MAX_REDIRECTS = 5;
const MAX_RESPONSE_LENGTH = 262_144;

/** A failure other than one of the connection. */
class ExchangeError extends Error {
  override readonly name = 'ExchangeError';

  constructor(
    readonly failure: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

/** The HTTP library and its connection pools, which differ in the addresses that they connect to. */
interface Client {
  agents: Record<NonNullable<OutboundRequest['purpose']>, Agent>;
  request: typeof request;
}

/** Sends requests to external servers: limited in time and size, and only to public addresses (behaviour W4). */
@Injectable()
export class GuardedHttp implements OnApplicationShutdown {
  private client: Promise<Client> | undefined;

  constructor(private readonly guard: AddressGuard) {}

  async onApplicationShutdown(): Promise<void> {
    const client = await this.client;
    await Promise.all(Object.values(client?.agents ?? {}).map((agent) => agent.close()));
  }

  /** Never throws because of the other server: a failure is a reply with `ok: false`. */
  async send(outbound: OutboundRequest): Promise<HttpReply> {
    const limit = deadline(outbound.timeoutMs, outbound.signal);
    try {
      // Until a connection is made, undici ignores the signal: a name server that does not respond would hold it for 10
      // seconds.
      return await unlessAborted(limit.signal, this.follow(outbound, readUrl(outbound.url), limit.signal));
    } catch (error) {
      return { ok: false, failure: kindOf(error, limit.signal), error: reasonOf(error) };
    } finally {
      limit.end();
    }
  }

  private async follow(first: OutboundRequest, firstUrl: URL, signal: AbortSignal): Promise<HttpReply> {
    let [outbound, url] = [first, firstUrl];
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await this.exchange(outbound, url, signal);
      const { statusCode } = response;
      const location = response.headers.location;
      const isRedirect = statusCode >= 300 && statusCode < 400 && typeof location === 'string';
      if (!isRedirect || outbound.followRedirects === false) {
        const body = await readText(response.body, outbound.maxResponseBytes ?? MAX_RESPONSE_LENGTH);
        return { ok: true, statusCode, headers: flatHeaders(response.headers), body };
      }
      await response.body.dump();
      if (outbound.method !== 'GET') throw new ExchangeError('redirect', `redirected with status ${statusCode}`);
      const next = readUrl(location, url);
      if (next.origin !== url.origin) outbound = withoutSecrets(outbound);
      url = next;
    }
    throw new ExchangeError('redirect', `more than ${MAX_REDIRECTS} redirects`);
  }

  private async exchange(
    { method, headers, body, purpose = 'http' }: OutboundRequest,
    url: URL,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new ForbiddenAddressError('only http and https addresses can be called');
    }
    this.guard.assertAllowed(url.hostname, purpose);
    this.client ??= this.openClient();
    const { agents, request } = await this.client;
    return request(url, { method, headers, body, signal, dispatcher: agents[purpose] });
  }

  /** The library is large, so it is not loaded at startup: see `late-parts.ts`. */
  private async openClient(): Promise<Client> {
    const { Agent, request } = await import('undici');
    const agentFor = (purpose: Purpose): Agent =>
      new Agent({ connect: { lookup: this.guard.lookupFor(purpose) }, connections: 64 });
    const agents = {
      http: agentFor('http'),
      settings: agentFor('settings'),
      'own-application': agentFor('own-application'),
    };
    return { agents, request };
  }
}

function readUrl(text: string, base?: URL): URL {
  if (!isUrl(text, base)) throw new ForbiddenAddressError('this is not an address that can be called');
  return new URL(text, base);
}

/** After a redirect, another server must not receive the headers and the body that were meant for the first. */
function withoutSecrets(outbound: OutboundRequest): OutboundRequest {
  const headers = Object.entries(outbound.headers).filter(([name]) => HARMLESS.has(name.toLowerCase()));
  return { ...outbound, headers: Object.fromEntries(headers), body: undefined };
}

const HARMLESS = new Set(['accept', 'accept-language', 'user-agent']);

async function readText(body: AsyncIterable<Buffer>, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > limit) throw new ExchangeError('too_large', `the response has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}

function kindOf(error: unknown, signal: AbortSignal): FailureKind {
  if (error instanceof ExchangeError) return error.failure;
  if (error instanceof ForbiddenAddressError) return 'forbidden';
  if (!signal.aborted) return isUnsent(error) ? 'unreachable' : 'connection';
  return signal.reason instanceof TimeoutError ? 'timeout' : 'aborted';
}

/** Codes of failures that occur before anything can be sent. */
const UNSENT =
  /^(EADDRNOTAVAIL|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|UND_ERR_CONNECT_TIMEOUT|\w*CERT\w*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

function isUnsent(error: unknown): boolean {
  return UNSENT.test(textOf(error, 'code') ?? '');
}

/** When several attempts to connect have failed, the error has a code but no message. */
function reasonOf(error: unknown): string {
  return textOf(error, 'message') ?? textOf(error, 'code') ?? 'the request failed';
}

/** Does not check the class, because not every thrown value is an Error. */
function textOf(error: unknown, field: 'code' | 'message'): string | undefined {
  const text = isObject(error) ? error[field] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent, Dispatcher, request } from 'undici';
import { isObject } from '../values/is-object.js';
import { AddressGuard, ForbiddenAddressError } from './guard/address-guard.js';
import { deadline, TimeoutError } from './deadline.js';
import type { FailureKind, HttpReply, OutboundRequest } from './http-exchange.js';

const MAX_REDIRECTS = 5;
const MAX_RESPONSE_LENGTH = 262_144;

/** A failure that is not one of the connection. */
class ExchangeError extends Error {
  override readonly name = 'ExchangeError';

  constructor(
    readonly failure: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

/** The library that makes requests, and the connections it keeps. */
interface Client {
  agent: Agent;
  request: typeof request;
}

/** Makes requests to others: bounded in time and size, and only to public addresses (behaviour W4). */
@Injectable()
export class GuardedHttp implements OnApplicationShutdown {
  private client: Promise<Client> | undefined;

  constructor(private readonly guard: AddressGuard) {}

  async onApplicationShutdown(): Promise<void> {
    const client = await this.client;
    await client?.agent.close();
  }

  /** Never throws for what the other side does: that is an answer with `ok: false`. */
  async send(outbound: OutboundRequest): Promise<HttpReply> {
    const limit = deadline(outbound.timeoutMs, outbound.signal);
    try {
      return await this.follow(outbound, readUrl(outbound.url), limit.signal);
    } catch (error) {
      return { ok: false, failure: kindOf(error, limit.signal), error: reasonOf(error) };
    } finally {
      limit.end();
    }
  }

  private async follow(first: OutboundRequest, firstUrl: URL, signal: AbortSignal): Promise<HttpReply> {
    let [outbound, url] = [first, firstUrl];
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const answer = await this.exchange(outbound, url, signal);
      const location = answer.headers.location;
      const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string';
      if (!isRedirect || outbound.followRedirects === false) {
        const body = await readText(answer.body, outbound.maxResponseBytes ?? MAX_RESPONSE_LENGTH);
        return { ok: true, statusCode: answer.statusCode, headers: flatHeaders(answer.headers), body };
      }
      await answer.body.dump();
      if (outbound.method !== 'GET') {
        throw new ExchangeError('redirect', `redirected with status ${answer.statusCode}`);
      }
      const next = readUrl(location, url);
      if (next.origin !== url.origin) outbound = onlyHarmless(outbound);
      url = next;
    }
    throw new ExchangeError('redirect', `more than ${MAX_REDIRECTS} redirects`);
  }

  private async exchange(
    { method, headers, body }: OutboundRequest,
    url: URL,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new ForbiddenAddressError('only http and https addresses can be called');
    }
    this.guard.assertAllowed(url.hostname);
    this.client ??= this.openClient();
    const { agent, request } = await this.client;
    return request(url, { method, headers, body, signal, dispatcher: agent });
  }

  /** The library is large, so a start does not wait for it: see `late-parts.ts`. */
  private async openClient(): Promise<Client> {
    const { Agent, request } = await import('undici');
    return { agent: new Agent({ connect: { lookup: this.guard.lookupFor() }, connections: 64 }), request };
  }
}

function readUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw new ForbiddenAddressError('this is no address that can be called');
  return new URL(text, base);
}

/** Another server must not get what was meant for the first. */
function onlyHarmless(outbound: OutboundRequest): OutboundRequest {
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
    if (size > limit) throw new ExchangeError('too_large', `the answer has more than ${limit} bytes`);
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

/** Failures that come before a connection can carry anything. */
const UNSENT =
  /^(EADDRNOTAVAIL|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|UND_ERR_CONNECT_TIMEOUT|\w*CERT\w*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

function isUnsent(error: unknown): boolean {
  return UNSENT.test(textOf(error, 'code') ?? '');
}

/** Where several attempts to connect have failed, there is a code without a message. */
function reasonOf(error: unknown): string {
  return textOf(error, 'message') ?? textOf(error, 'code') ?? 'the request failed';
}

/** By form and not by class: what fails is not always an Error. */
function textOf(error: unknown, field: 'code' | 'message'): string | undefined {
  const text = isObject(error) ? error[field] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

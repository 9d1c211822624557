import { once } from 'node:events';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { type HttpExchange, type HttpRequest, type HttpResponse, UnreachableError } from '../kit/http/http-exchange.js';
import type { World } from '../kit/provider.js';

/** Settings of the connections. Times are in milliseconds. */
export interface Http2Options {
  /** An idle connection is closed after this time. */
  idleMs?: number;
  /** Timeout for a response, and separately for the connection before it. */
  timeoutMs?: number;
}

type Secure = Pick<World, 'connect' | 'ca'>;
type Kept = Promise<ClientHttp2Session>;

/** HTTP/2 connections: one for each key, opened when needed and shared by concurrent requests. */
export class Http2Connections {
  private readonly kept = new Map<string, Kept>();
  private readonly options: Required<Http2Options>;

  constructor(options: Http2Options = {}) {
    this.options = { idleMs: 300_000, timeoutMs: 10_000, ...options };
  }

  /** Returns an exchange over the connection of a key. All requests of a key must go to the same host. */
  exchange(key: string, world: Secure & Pick<World, 'signal'>): HttpExchange {
    return async (request) => {
      const kept = this.kept.get(key);
      const first = await this.tryOnce(key, request, world);
      // An idle connection may have ended: a request that it did not accept can safely be sent over a new one.
      const wasStale = kept !== undefined && first instanceof UnreachableError && first.kind === 'unsent';
      const result = wasStale ? await this.tryOnce(key, request, world) : first;
      if (result instanceof UnreachableError) throw result;
      return result;
    };
  }

  /** Closes the connection of a key when its requests in progress have completed. */
  close(key: string): void {
    const kept = this.kept.get(key);
    if (kept) this.retire(key, kept);
  }

  private async tryOnce(
    key: string,
    request: HttpRequest,
    { signal, ...secure }: Secure & Pick<World, 'signal'>,
  ): Promise<HttpResponse | UnreachableError> {
    if (signal.aborted) return noTimeLeft();
    const kept = this.kept.get(key) ?? this.open(key, new URL(request.url), secure);
    try {
      const session = await kept;
      if (signal.aborted) return noTimeLeft();
      return await http2Request(session, request, { signal, timeoutMs: this.options.timeoutMs });
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      // The connection may be broken: the next request gets a new one.
      this.retire(key, kept);
      return error;
    }
  }

  private open(key: string, { hostname, origin, port }: URL, secure: Secure): Kept {
    const opening = this.connected(hostname, origin, Number(port || 443), secure);
    this.kept.set(key, opening);
    void this.watch(key, opening);
    return opening;
  }

  /** Retires a connection that is closing, has failed, or has been idle for too long. */
  private async watch(key: string, kept: Kept): Promise<void> {
    const retire = () => this.retire(key, kept);
    try {
      const session = await kept;
      session.on('goaway', retire).on('close', retire).on('error', retire);
      session.setTimeout(this.options.idleMs, retire);
    } catch {
      retire();
    }
  }

  private async connected(
    host: string,
    origin: string,
    port: number,
    { connect, ca }: Secure,
  ): Promise<ClientHttp2Session> {
    const socket = await connect({ host, port });
    const secured = connectTls({ socket, servername: host, ALPNProtocols: ['h2'], ca });
    socket.on('error', (error) => secured.destroy(error));
    try {
      await once(secured, 'secureConnect', { signal: AbortSignal.timeout(this.options.timeoutMs) });
      if (secured.alpnProtocol !== 'h2') throw new Error('it does not speak HTTP/2');
    } catch (error) {
      secured.destroy();
      throw new UnreachableError('unsent', `no secure connection with ${host}: ${errorMessage(error)}`);
    }
    const session = connectHttp2(origin, { createConnection: () => secured });
    // An idle connection does not keep the process alive.
    session.unref();
    return session;
  }

  private retire(key: string, kept: Kept): void {
    if (this.kept.get(key) === kept) this.kept.delete(key);
    kept.then(
      (session) => session.close(),
      () => undefined,
    );
  }
}

function noTimeLeft(): UnreachableError {
  return new UnreachableError('unsent', 'there was no time left');
}

/** Maximum length of a response, in characters. */
const MAX_RESPONSE_LENGTH = 262_144;

/**
 * Makes one request over a connection. Throws {@link UnreachableError}: `unsent` when the server has not begun to
 * process it, such as when it is closing the connection.
 */
function http2Request(
  session: ClientHttp2Session,
  request: HttpRequest,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<HttpResponse> {
  const { host, pathname, search } = new URL(request.url);
  let stream: ClientHttp2Stream;
  try {
    stream = session.request({
      ...request.headers,
      ':method': request.method,
      ':authority': host,
      ':path': `${pathname}${search}`,
    });
  } catch (error) {
    return Promise.reject(new UnreachableError('unsent', errorMessage(error)));
  }
  const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return new Promise((resolve, reject) => {
    let headers: IncomingHttpHeaders | undefined;
    let body = '';
    let complete = false;
    let reason = 'the connection was closed before the response';
    const giveUp = (why: string) => {
      reason = why;
      stream.close(constants.NGHTTP2_CANCEL);
    };
    const onOver = () => giveUp(signal.aborted ? 'there was no time left' : `no response within ${timeoutMs} ms`);
    over.addEventListener('abort', onOver);
    stream.setEncoding('utf8');
    stream.on('response', (received) => (headers = received));
    stream.on('data', (chunk: string) => {
      body += chunk;
      if (body.length > MAX_RESPONSE_LENGTH) giveUp(`the response has more than ${MAX_RESPONSE_LENGTH} characters`);
    });
    stream.on('end', () => (complete = true));
    stream.on('error', (error) => (reason = over.aborted ? reason : errorMessage(error)));
    stream.on('close', () => {
      over.removeEventListener('abort', onOver);
      if (headers && complete && stream.rstCode === constants.NGHTTP2_NO_ERROR) resolve(responseOf(headers, body));
      else reject(new UnreachableError(hasNotBegun(stream) ? 'unsent' : 'no_response', reason));
    });
    stream.end(request.body);
    if (over.aborted) onOver();
  });
}

/** The server refuses a stream before processing it (RFC 9113, 8.7); a stream without an id was never sent. */
function hasNotBegun(stream: ClientHttp2Stream): boolean {
  return stream.rstCode === constants.NGHTTP2_REFUSED_STREAM || stream.id === undefined;
}

function responseOf(received: IncomingHttpHeaders, body: string): HttpResponse {
  const { ':status': status, ...others } = received;
  const headers = Object.entries(others).map(([name, value]) => [name, String(value)]);
  return { status: Number(status), headers: Object.fromEntries(headers), body };
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { type ClientHttp2Session, type ClientHttp2Stream, constants, type IncomingHttpHeaders } from 'node:http2';
import { type HttpResponse, type HttpRequest, UnreachableError } from '../../kit/http/http-exchange.js';

/** Answers are short; more than this is none. */
const MAX_RESPONSE_LENGTH = 262_144;

/**
 * Makes one request over a connection. Throws {@link UnreachableError}: `unsent` when the server has not begun with it,
 * such as when it is closing the connection.
 */
export function http2Request(
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
    return Promise.reject(new UnreachableError('unsent', wordsOf(error)));
  }
  const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return new Promise((resolve, reject) => {
    let headers: IncomingHttpHeaders | undefined;
    let body = '';
    let complete = false;
    let reason = 'the connection was closed before there was an answer';
    const giveUp = (why: string) => {
      reason = why;
      stream.close(constants.NGHTTP2_CANCEL);
    };
    const onOver = () => giveUp(signal.aborted ? 'there was no time left' : `no answer within ${timeoutMs} ms`);
    over.addEventListener('abort', onOver);
    stream.setEncoding('utf8');
    stream.on('response', (received) => (headers = received));
    stream.on('data', (chunk: string) => {
      body += chunk;
      if (body.length > MAX_RESPONSE_LENGTH) giveUp(`the answer has more than ${MAX_RESPONSE_LENGTH} characters`);
    });
    stream.on('end', () => (complete = true));
    stream.on('error', (error) => (reason = over.aborted ? reason : wordsOf(error)));
    stream.on('close', () => {
      over.removeEventListener('abort', onOver);
      if (headers && complete && stream.rstCode === constants.NGHTTP2_NO_ERROR) resolve(responseOf(headers, body));
      else reject(new UnreachableError(hasNotBegun(stream) ? 'unsent' : 'unanswered', reason));
    });
    stream.end(request.body);
    if (over.aborted) onOver();
  });
}

/** The server refuses a stream before it does anything with it (RFC 9113, 8.7); one without an id was never sent. */
function hasNotBegun(stream: ClientHttp2Stream): boolean {
  return stream.rstCode === constants.NGHTTP2_REFUSED_STREAM || stream.id === undefined;
}

function responseOf(received: IncomingHttpHeaders, body: string): HttpResponse {
  const { ':status': status, ...others } = received;
  const headers = Object.entries(others).map(([name, value]) => [name, String(value)]);
  return { status: Number(status), headers: Object.fromEntries(headers), body };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

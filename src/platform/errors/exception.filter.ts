import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Logger } from '../logging/logger.js';
import { idsInLog } from '../logging/request-ids.js';
import { OUT_OF_FILES } from '../open-files.js';
import { endSlowly, hasBegunToRespond } from '../patches/node.js';
import { type Outage, outageOf } from '../persistence/outage.js';
import { ErrorDto } from './error.dto.js';
import {
  BareResponseException,
  ChallengeException,
  TooManyRequestsException,
  TryAgainException,
} from './exceptions.js';

/** The message of Fastify and of our parsers for a body that is not JSON. */
const UNSUPPORTED = 'Unsupported Media Type';

/** The message for an outage, and after how many seconds a retry makes sense. */
const OUTAGES: Readonly<Record<Outage, { message: string; retryAfter: number }>> = {
  unreachable: { message: 'The store cannot be reached, try again', retryAfter: 1 },
  conflict: {
    message: 'Another request changed the same at the same time, and this was not stored; try again',
    retryAfter: 1,
  },
  full: { message: 'The disk is full and this was not stored; make room on it, then try again', retryAfter: 10 },
  descriptors: { message: 'The server has too much open at once, try again', retryAfter: 1 },
};

/**
 * Writes every error body, so that all have the same form. An unexpected error becomes a 500 with an `errorId` that is
 * also in the log; its cause is not disclosed.
 */
@Catch()
export class AnyExceptionFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    this.respond(exception, host);
  }

  protected respond(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (exception instanceof BareResponseException) {
      void reply.status(exception.getStatus()).send(exception.getResponse());
      return;
    }
    if (exception instanceof TryAgainException || exception instanceof TooManyRequestsException)
      reply.header('Retry-After', String(exception.retryAfterSeconds));
    if (exception instanceof ChallengeException) reply.header('WWW-Authenticate', exception.challenge);
    // The query may contain a secret: the credentials of a provider, or an authorization code.
    const path = request.url.split('?', 1)[0]!;
    // In the log, the route stands for it: ids in the path are those of people.
    const about = { ...idsInLog(request), path: request.routeOptions?.url ?? path };
    const body = this.toBody(exception, path, about, request.raw.readableAborted);
    // For an unknown route, Nest's message contains the URL with its query.
    if (body.message?.startsWith(`Cannot ${request.method} ${request.url}`))
      body.message = body.message.replace(request.url, path);
    if (body.message === UNSUPPORTED) body.hint ??= jsonHint(request.headers['content-type']);
    if (body.statusCode === 503 && !reply.hasHeader('Retry-After')) {
      reply.header('Retry-After', String(OUTAGES[outageOf(exception) ?? 'unreachable'].retryAfter));
    }
    void reply.status(body.statusCode).send(body);
  }

  /** `about`: what log lines say about the request. */
  private toBody(exception: unknown, path: string, about: { path: string }, aborted: boolean): ErrorDto {
    const base = { timestamp: new Date().toISOString(), path };
    const known = toKnownError(exception);
    if (known) {
      if (known.statusCode >= 500)
        this.logger.warn(
          { ...about, err: exception },
          outageOf(exception) === 'descriptors' ? OUT_OF_FILES : known.message,
        );
      return Object.assign(new ErrorDto(), base, known);
    }
    if (aborted) {
      // The client disconnected before the request was complete: nothing has failed, and the response is not read.
      this.logger.debug(about, 'Request cut off by its sender');
      return Object.assign(new ErrorDto(), base, {
        statusCode: HttpStatus.BAD_REQUEST,
        message: 'The request was cut off',
      });
    }
    const errorId = randomUUID();
    this.logger.error({ errorId, ...about, err: exception }, 'Request failed');
    const message = `Internal server error, see errorId ${errorId} in the log`;
    return Object.assign(new ErrorDto(), base, { statusCode: HttpStatus.INTERNAL_SERVER_ERROR, message, errorId });
  }
}

function jsonHint(contentType: string | undefined): string {
  const came = contentType ? `came as ${contentType.slice(0, 100)}` : 'has no Content-Type';
  return `The body ${came}. Send JSON with the header \`Content-Type: application/json\`.`;
}

interface KnownError {
  statusCode: number;
  message: string;
  error?: string;
}

function toKnownError(exception: unknown): KnownError | undefined {
  const outage = outageOf(exception);
  if (outage) {
    const statusCode = HttpStatus.SERVICE_UNAVAILABLE;
    return { statusCode, message: OUTAGES[outage].message, error: 'Service Unavailable' };
  }
  if (exception instanceof HttpException) {
    const response = exception.getResponse();
    return typeof response === 'string'
      ? { statusCode: exception.getStatus(), message: response }
      : { message: exception.message, ...response, statusCode: exception.getStatus() };
  }
  return fromFastify(exception);
}

// Errors that Fastify raises before a handler runs: body too large, unknown content type, ….
function fromFastify(exception: unknown): KnownError | undefined {
  if (!(exception instanceof Error) || !('statusCode' in exception) || !('code' in exception)) return undefined;
  const { statusCode, code } = exception;
  if (typeof statusCode !== 'number' || typeof code !== 'string' || !code.startsWith('FST_')) return undefined;
  return { statusCode, message: exception.message };
}

/** Responses to requests that Node's HTTP parser cannot read, by error code; any other is 400. */
const UNREADABLE: Record<string, { statusCode: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    statusCode: 408,
    message: 'The request did not arrive in time (REQUEST_TIMEOUT_SECONDS)',
  },
  HPE_HEADER_OVERFLOW: { statusCode: 431, message: 'The address and the headers are larger than 16 KB together' },
};
const MALFORMED = { statusCode: 400, message: 'The request is not HTTP' };

/** Responds to a URL that cannot be decoded, or has a part that is too long: no route has been found yet. */
export function respondToBadAddress(
  { statusCode = 400, message }: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  void reply.status(statusCode).send(bodyOf(statusCode, message, request.url.split('?', 1)[0]!));
}

/** Responds to a request that cannot even be read: headers that are too large, a body that stops arriving. */
export function respondToUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { statusCode, message } = UNREADABLE[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify(bodyOf(statusCode, message, ''));
  const head = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable && !hasBegunToRespond(socket)) endSlowly(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy(error);
}

function bodyOf(statusCode: number, message: string, path: string): ErrorDto {
  return { statusCode, timestamp: new Date().toISOString(), path, message, error: STATUS_CODES[statusCode] };
}

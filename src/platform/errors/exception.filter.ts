import { randomUUID } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Logger } from '../logging/logger.js';
import { type Outage, outageOf } from '../persistence/outage.js';
import { OUT_OF_FILES } from '../open-files.js';
import {
  BareResponseException,
  ChallengeException,
  TooManyRequestsException,
  TryAgainException,
} from './exceptions.js';
import type { ErrorDto } from './error.dto.js';

/** What Fastify and our parsers say of a body that is no JSON. */
const UNSUPPORTED = 'Unsupported Media Type';

/** What is said of an outage, and after how many seconds another try makes sense. */
const OUTAGES: Readonly<Record<Outage, { message: string; retryAfter: number }>> = {
  unreachable: { message: 'The store cannot be reached, try again', retryAfter: 1 },
  full: { message: 'The disk is full and this was not stored; make room on it, then try again', retryAfter: 10 },
  descriptors: { message: 'The server has too much open at once, try again', retryAfter: 1 },
};

/**
 * Writes every error body, so that all have one shape. A failure of ours becomes a 500 with an `errorId` that is
 * also in the log; its cause stays inside.
 */
@Catch()
export class AnyExceptionFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    this.answer(exception, host);
  }

  protected answer(exception: unknown, host: ArgumentsHost): void {
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
    // The query may have a secret in it: what a provider shows to be let in, or the code of an authorization.
    const path = request.url.split('?', 1)[0]!;
    const body = this.toBody(exception, path, request.raw.readableAborted);
    // Nest names the whole address of an unknown route.
    if (body.message?.startsWith(`Cannot ${request.method} ${request.url}`))
      body.message = body.message.replace(request.url, path);
    if (body.message === UNSUPPORTED) body.hint ??= jsonHint(request.headers['content-type']);
    if (body.statusCode === 503 && !reply.hasHeader('Retry-After')) {
      reply.header('Retry-After', String(OUTAGES[outageOf(exception) ?? 'unreachable'].retryAfter));
    }
    void reply.status(body.statusCode).send(body);
  }

  private toBody(exception: unknown, path: string, aborted: boolean): ErrorDto & Record<string, unknown> {
    const base = { timestamp: new Date().toISOString(), path };
    const known = toKnownError(exception);
    if (known) {
      if (known.statusCode >= 500)
        this.logger.warn(
          { path, err: exception },
          outageOf(exception) === 'descriptors' ? OUT_OF_FILES : known.message,
        );
      return { ...base, ...known };
    }
    if (aborted) {
      // Whoever has asked is gone before all of the request was here: nothing has failed, and nobody reads the answer.
      this.logger.debug({ path }, 'Request cut off by its sender');
      return { ...base, statusCode: HttpStatus.BAD_REQUEST, message: 'The request was cut off' };
    }
    const errorId = randomUUID();
    this.logger.error({ errorId, path, err: exception }, 'Request failed');
    const message = `Internal server error, see errorId ${errorId} in the log`;
    return { ...base, statusCode: HttpStatus.INTERNAL_SERVER_ERROR, message, errorId };
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

// Errors that Fastify raises before a handler runs: a body that is too large, an unknown content type, ….
function fromFastify(exception: unknown): KnownError | undefined {
  if (!(exception instanceof Error) || !('statusCode' in exception) || !('code' in exception)) return undefined;
  const { statusCode, code } = exception;
  if (typeof statusCode !== 'number' || typeof code !== 'string' || !code.startsWith('FST_')) return undefined;
  return { statusCode, message: exception.message };
}

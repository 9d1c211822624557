import { randomUUID } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Logger } from '../../logging/logger.js';
import { isStoreOutage } from '../../persistence/store-errors.js';
import { BareAnswerException } from './bare-answer.exception.js';
import { ChallengeException } from './challenge.exception.js';
import type { ErrorDto } from './error.dto.js';
import { TryAgainException } from './try-again.exception.js';

/** What Fastify and our parsers say of a body that is no JSON. */
const UNSUPPORTED = 'Unsupported Media Type';

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
    if (exception instanceof BareAnswerException) {
      void reply.status(exception.getStatus()).send(exception.getResponse());
      return;
    }
    if (exception instanceof TryAgainException) reply.header('Retry-After', String(exception.retryAfterSeconds));
    if (exception instanceof ChallengeException) reply.header('WWW-Authenticate', exception.challenge);
    // The query may have a secret in it: what a provider shows to be let in, or the code of an authorization.
    const path = request.url.split('?', 1)[0]!;
    const body = this.toBody(exception, path, request.raw.readableAborted);
    // Nest names the whole address of an unknown route.
    if (body.message?.startsWith(`Cannot ${request.method} ${request.url}`))
      body.message = body.message.replace(request.url, path);
    if (body.message === UNSUPPORTED) body.hint ??= jsonHint(request.headers['content-type']);
    void reply.status(body.statusCode).send(body);
  }

  private toBody(exception: unknown, path: string, aborted: boolean): ErrorDto & Record<string, unknown> {
    const base = { timestamp: new Date().toISOString(), path };
    const known = toKnownError(exception);
    if (known) {
      if (known.statusCode >= 500) this.logger.warn({ path, err: exception }, known.message);
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
  if (exception instanceof HttpException) {
    const response = exception.getResponse();
    return typeof response === 'string'
      ? { statusCode: exception.getStatus(), message: response }
      : { message: exception.message, ...response, statusCode: exception.getStatus() };
  }
  if (isStoreOutage(exception)) {
    return { statusCode: HttpStatus.SERVICE_UNAVAILABLE, message: 'The store cannot be reached, try again' };
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

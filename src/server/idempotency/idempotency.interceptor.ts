import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { type AuthenticatedRequest, readApiKey } from '../../auth/api-key.guard.js';
import type { AttemptedRequest } from '../../platform/http/call-id.decorator.js';
import { readIdempotencyKey } from './idempotency-key.js';
import { type Attempt, IdempotencyService } from './idempotency.service.js';
import { StoredAnswer } from './stored-answer.js';

/** A request that is carried out once. */
type IdempotentRequest = AuthenticatedRequest & AttemptedRequest & { idempotentAttempt?: Attempt };

/**
 * Looks at the `Idempotency-Key` of a request that has passed the guards, before the request is checked and handled: so
 * the refusal of a wrong body is kept like any other answer. {@link keepAnswers} is the other half.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly idempotency: IdempotencyService) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<IdempotentRequest>();
    const { environment } = request;
    if (!environment || readApiKey(request) === undefined) return next.handle();
    const key = readIdempotencyKey(request);
    if (key === undefined) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    reply.header('Idempotency-Key', key);
    const { method, url, body } = request;
    const begun = await this.idempotency.begin(environment, key, { method, url, body });
    if ('status' in begun) {
      reply.header('Idempotency-Replay', 'true');
      throw new StoredAnswer(begun);
    }
    request.idempotentAttempt = begun;
    return next.handle();
  }
}

/**
 * Notes what is answered to requests that are carried out once. It sees each answer as it leaves, whoever wrote it, and
 * holds it back until it is noted: whoever has an answer gets the same one again.
 */
export function keepAnswers(fastify: FastifyInstance, idempotency: IdempotencyService): void {
  fastify.addHook('onSend', async (request: FastifyRequest, reply, payload) => {
    const { idempotentAttempt } = request as IdempotentRequest;
    if (!idempotentAttempt) return payload;
    const contentType = reply.getHeader('Content-Type');
    await idempotency.end(idempotentAttempt, {
      status: reply.statusCode,
      ...(typeof contentType === 'string' && { contentType }),
      body: textOf(payload),
      retryAfter: reply.getHeader('Retry-After'),
    });
    return payload;
  });
}

// A file or a stream is not kept, whatever its size.
function textOf(payload: unknown): string | undefined {
  if (payload === undefined || payload === null) return '';
  return typeof payload === 'string' ? payload : undefined;
}

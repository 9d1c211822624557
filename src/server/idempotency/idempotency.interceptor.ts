import {
  type ArgumentsHost,
  type CallHandler,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  Module,
  type NestInterceptor,
} from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { type AuthenticatedRequest, readApiKey } from '../../auth/api-key.guard.js';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import type { AttemptedRequest } from '../../platform/http/decorators.js';
import { IdempotencyRecord, IdempotencyRecordSchema } from './idempotency-record.schema.js';
import { type Attempt, IdempotencyService } from './idempotency.service.js';
import type { CallResponse } from './rules.js';

/** Characters of a key. */
export const MAX_KEY_LENGTH = 255;

const METHODS: readonly string[] = ['POST', 'PATCH'];

/**
 * The key that a request is to be carried out once under; undefined when it has none, or is of a kind that the key means
 * nothing to: it reads, may be repeated anyway, or uploads a file, which nobody wants to read twice in order to compare
 * it. Throws 400 for a key that is too long.
 */
export function readIdempotencyKey({
  method,
  headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '' || !METHODS.includes(method)) return undefined;
  if (headers['content-type']?.startsWith('multipart/')) return undefined;
  if (key.length <= MAX_KEY_LENGTH) return key;
  const message = `must have at most ${MAX_KEY_LENGTH} characters, but has ${key.length}`;
  // On triggers, clients read a 400 of this form only; elsewhere they look at the message.
  throw new PayloadValidationException([{ field: 'Idempotency-Key', message }], `Idempotency-Key ${message}`);
}

/**
 * Thrown in order to answer: the call was carried out before. What a handler returns gets the status of its route and an
 * envelope; this has its own already.
 */
export class StoredResponse extends Error {
  override readonly name = 'StoredResponse';

  constructor(readonly answer: CallResponse) {
    super('The call was carried out before');
  }
}

/** Sends a {@link StoredResponse}, byte by byte as it was sent first. */
@Catch(StoredResponse)
export class StoredResponseFilter implements ExceptionFilter<StoredResponse> {
  catch({ answer }: StoredResponse, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, contentType, body } = answer;
    if (contentType !== undefined) reply.header('Content-Type', contentType);
    void reply.status(status).send(body === '' ? undefined : body);
  }
}

/** A request that is carried out once. */
type IdempotentRequest = AuthenticatedRequest & AttemptedRequest & { idempotentAttempt?: Attempt };

/**
 * Looks at the `Idempotency-Key` of a request that has passed the guards, before the request is checked and handled: so
 * the refusal of a wrong body is kept like any other answer. {@link keepResponses} is the other half.
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
      throw new StoredResponse(begun);
    }
    request.idempotentAttempt = begun;
    return next.handle();
  }
}

/**
 * Notes what is answered to requests that are carried out once. It sees each answer as it leaves, whoever wrote it, and
 * holds it back until it is noted: whoever has an answer gets the same one again.
 */
export function keepResponses(fastify: FastifyInstance, idempotency: IdempotencyService): void {
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

@Module({
  imports: [MongooseModule.forFeature([{ name: IdempotencyRecord.name, schema: IdempotencyRecordSchema }])],
  providers: [IdempotencyInterceptor, IdempotencyService],
})
export class IdempotencyModule {}

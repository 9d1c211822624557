import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  Module,
} from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readApiKey } from '../../auth/api-keys.service.js';
import type { AuthenticatedRequest } from '../../auth/environment-ref.js';
import { KEY_PERMISSIONS } from '../../auth/permissions.js';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import { factsOf } from '../../platform/http/route-facts.js';
import type { AttemptedRequest } from '../../platform/http/decorators.js';
import { IdempotencyRecord, IdempotencyRecordSchema } from './idempotency-record.schema.js';
import { type Attempt, IdempotencyService } from './idempotency.service.js';
import type { CallResponse } from './rules.js';

/** Maximum length of a key. */
export const MAX_KEY_LENGTH = 255;

const METHODS: readonly string[] = ['POST', 'PATCH'];

/**
 * The `Idempotency-Key` of a request; undefined if it has none, or is a request for which keys are ignored: it only reads,
 * is idempotent anyway, or uploads a file, which would have to be read twice in order to compare it. Throws 400 for a key
 * that is too long.
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
  // For triggers, clients accept a 400 in this form only; for other routes they use the message.
  throw new PayloadValidationException([{ field: 'Idempotency-Key', message }], `Idempotency-Key ${message}`);
}

/**
 * Thrown to send the stored response of an earlier call. A value returned by a handler would get the status of its route
 * and an envelope, which the stored response already has.
 */
export class StoredResponse extends Error {
  override readonly name = 'StoredResponse';

  constructor(readonly response: CallResponse) {
    super('The call was carried out before');
  }
}

/** Sends a {@link StoredResponse}, byte for byte as it was first sent. */
@Catch(StoredResponse)
export class StoredResponseFilter implements ExceptionFilter<StoredResponse> {
  catch({ response }: StoredResponse, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, contentType, body } = response;
    if (contentType !== undefined) reply.header('Content-Type', contentType);
    void reply.status(status).send(body === '' ? undefined : body);
  }
}

/** A request that may have an `Idempotency-Key`. */
type IdempotentRequest = AuthenticatedRequest & AttemptedRequest & { idempotentAttempt?: Attempt };

/**
 * Handles the `Idempotency-Key` of a request after the guards, but before the request is validated, so that the response to
 * an invalid body is stored like any other. {@link storeResponses} is the other half.
 */
@Injectable()
export class IdempotencyKeys implements CanActivate {
  constructor(private readonly idempotency: IdempotencyService) {}

  /** Throws the {@link StoredResponse} if the call has been carried out before. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<IdempotentRequest>();
    if (!request.environment || readApiKey(request) === undefined) return true;
    const key = readIdempotencyKey(request);
    return key === undefined ? true : this.beginAttempt(request, key, http.getResponse<FastifyReply>());
  }

  private async beginAttempt(request: IdempotentRequest, key: string, reply: FastifyReply): Promise<true> {
    reply.header('Idempotency-Key', key);
    const { environment, method, url, body } = request;
    const begun = await this.idempotency.begin(environment!, key, { method, url, body, caller: audienceOf(request) });
    if ('status' in begun) {
      reply.header('Idempotency-Replay', 'true');
      throw new StoredResponse(begun);
    }
    request.idempotentAttempt = begun;
    return true;
  }
}

/** Permissions of operations whose responses contain an API key. */
const SHOWING_KEYS: readonly unknown[] = ['api-keys:write', 'environments:write'];

/**
 * Who may get the response: none who may do less sees more by repeating the request. The caller alone where it contains a
 * key, otherwise callers with the same limits. Undefined for keys that may do everything, as earlier releases stored it.
 */
function audienceOf(request: IdempotentRequest): string | undefined {
  const { caller } = request;
  if (SHOWING_KEYS.includes(factsOf(request).requirement)) return caller?.id;
  if (caller?.kind !== 'key') return undefined;
  const lacking = KEY_PERMISSIONS.filter((permission) => !caller.may(permission));
  return [...lacking, ...(caller.isOrganizationWide ? [] : ['own'])].join(' ') || undefined;
}

/**
 * Stores the responses to requests with an `Idempotency-Key`. It sees every response as it is sent, whichever code wrote
 * it, and delays it until it is stored, so that a client that has received a response gets the same one again.
 */
export function storeResponses(fastify: FastifyInstance, idempotency: IdempotencyService): void {
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

// A file or a stream is not stored, whatever its size.
function textOf(payload: unknown): string | undefined {
  if (payload === undefined || payload === null) return '';
  return typeof payload === 'string' ? payload : undefined;
}

@Module({
  imports: [MongooseModule.forFeature([{ name: IdempotencyRecord.name, schema: IdempotencyRecordSchema }])],
  providers: [IdempotencyKeys, IdempotencyService],
})
export class IdempotencyModule {}

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** A request that is carried out once. */
export interface AttemptedRequest {
  idempotentAttempt?: { callId: string };
}

/**
 * A UUID that is the same for every attempt at a call with an `Idempotency-Key`; undefined without a key. Whoever makes
 * up an id for what a call creates derives it from this, so that an attempt after one that died meets what that created.
 */
export const CallId = createParamDecorator((_data: unknown, context: ExecutionContext): string | undefined => {
  return context.switchToHttp().getRequest<AttemptedRequest>().idempotentAttempt?.callId;
});

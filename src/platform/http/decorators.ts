import { applyDecorators, createParamDecorator, type ExecutionContext, type Type as ClassType } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import type { FastifyReply } from 'fastify';
import { RouteFact } from './route-facts.js';

/** The OpenAPI builder reads this mark and removes it. */
export const BARE_EXTENSION = 'x-bare';

/** The response is sent without the `data` envelope. Used on a handler, or on a controller for all its handlers. */
export function Bare(): MethodDecorator & ClassDecorator {
  return applyDecorators(RouteFact({ bare: true }), ApiExtension(BARE_EXTENSION, true));
}

/** A request with an `Idempotency-Key`. */
export interface AttemptedRequest {
  idempotentAttempt?: { callId: string };
}

/**
 * A UUID that is the same for every attempt at a call with an `Idempotency-Key`; undefined without a key. Ids of records
 * that a call creates are derived from it, so that an attempt after a crashed one finds the records already created.
 */
export const CallId = createParamDecorator((_data: unknown, context: ExecutionContext): string | undefined => {
  return context.switchToHttp().getRequest<AttemptedRequest>().idempotentAttempt?.callId;
});

/** Aborts when the client has the response or has disconnected: then nobody waits for the work of the request. */
export const WhileClientWaits = createParamDecorator((_data: unknown, context: ExecutionContext): AbortSignal => {
  const { raw } = context.switchToHttp().getResponse<FastifyReply>();
  const controller = new AbortController();
  if (raw.closed) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
});

/** Documents a property that is an object of this class or null, which the plugin cannot infer from the type. */
export function ApiNullable(model: ClassType, { required = true }: { required?: boolean } = {}): PropertyDecorator {
  return (prototype, property) => {
    ApiExtraModels(model)(prototype.constructor);
    ApiProperty({ allOf: [{ $ref: getSchemaPath(model) }], nullable: true, required })(prototype, property);
  };
}

/**
 * The property holds free-form values and is used as it was sent. Without this, class-transformer would copy it member by
 * member, which is slow for a large payload, drops members such as `constructor` and `toString`, and fails on others.
 */
export function Raw(): PropertyDecorator {
  return applyDecorators(
    // Converting to a boolean does not look into the value; the result is then replaced by the value as it was sent.
    Type(() => Boolean),
    Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]),
  );
}

/** Name of the security scheme of most routes in the OpenAPI document: the API key of an environment. */
export const API_KEY = 'ApiKey';

/** Name of the security scheme for people who have signed in. */
export const PERSON_TOKEN = 'PersonToken';

/** Name of the security scheme of the routes of inbox widgets: the token of a subscriber's session. */
export const SESSION_TOKEN = 'SessionToken';

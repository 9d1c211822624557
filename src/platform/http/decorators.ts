import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
  type Type as ClassType,
} from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';

export const BARE = 'carillon:bare';

/** The OpenAPI builder reads this mark and takes it off again. */
export const BARE_EXTENSION = 'x-bare';

/** The contract shows this answer without the `data` envelope. Stands on a handler, or on a controller for all. */
export function Bare(): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(BARE, true), ApiExtension(BARE_EXTENSION, true));
}

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

/** Documents a property that is an object of this class or null, which the type alone does not tell. */
export function ApiNullable(model: ClassType, { required = true }: { required?: boolean } = {}): PropertyDecorator {
  return (prototype, property) => {
    ApiExtraModels(model)(prototype.constructor);
    ApiProperty({ allOf: [{ $ref: getSchemaPath(model) }], nullable: true, required })(prototype, property);
  };
}

/**
 * The property holds a caller's own values and is taken as it was sent. Without this, class-transformer would copy it
 * member by member, which costs time in a large payload, leaves out members such as `constructor` and `toString`, and
 * breaks on others.
 */
export function Raw(): PropertyDecorator {
  return applyDecorators(
    // Whatever a value is, a boolean is made of it without looking into it; that is then thrown away.
    Type(() => Boolean),
    Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]),
  );
}

/** How most routes let callers in, as the OpenAPI document names it: with the key of an environment. */
export const API_KEY = 'ApiKey';

/** How the routes of inbox widgets do: with the token of a subscriber's session. */
export const SESSION_TOKEN = 'SessionToken';

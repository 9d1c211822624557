import { type ArgumentMetadata, type PipeTransform, ValidationPipe } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { kindOf, ValidationException } from '../errors/validation.exception.js';
import { warnAbout } from '../http/request-warnings.js';
import { cacheValidationMetadata, READING } from '../patches/validation.js';
import { isObject } from '../values/is-object.js';
import { ignoredMembers } from './unknown-members.js';

/**
 * Validates every body, query and path against its DTO and turns plain objects into instances of it. Fields that the DTO
 * does not know are dropped with a warning: the official clients send some of their own, and newer ones send more. They
 * are refused where the request would mean something else without them.
 */
export class RequestPipe implements PipeTransform {
  private readonly dtos = new DtoPipe();

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    // What parameter decorators of the server return needs no validation, and no promise for it.
    return metadata.type === 'custom' ? value : this.dtos.transform(value, metadata);
  }
}

class DtoPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      transformOptions: READING,
      whitelist: true,
      validationError: { target: true },
      exceptionFactory: (tree) => new BrokenRules(tree),
    });
    cacheValidationMetadata();
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isBody = metadata.type === 'body';
    if (isBody && metadata.metatype && this.toValidate(metadata)) assertObject(value);
    try {
      const read: unknown = await super.transform(value, metadata);
      if (isBody && isObject(value) && isObject(read)) warnAbout(value, ignoredMembers(value, read));
      return read;
    } catch (error) {
      if (!(error instanceof BrokenRules)) throw error;
      if (!isBody) throw ValidationException.fromTree(error.tree);
      if (value !== undefined) throw ValidationException.fromTree(error.tree, value);
      const { errors } = ValidationException.fromTree(error.tree, null);
      throw new ValidationException(errors, undefined, NO_BODY);
    }
  }

  /**
   * Nest would silently remove `constructor` and `prototype` from the data, at any depth. They are keys like any other;
   * only `__proto__` is not allowed, and was refused when the body was parsed.
   */
  protected override stripProtoKeys(): void {}

  /** Nest would search all values for lists with gaps, which JSON cannot have: that takes seconds for large bodies. */
  protected override closeArrayGaps(): void {}
}

/** Carries class-validator's tree to {@link DtoPipe.transform}, which has the body as it was sent. */
class BrokenRules extends Error {
  constructor(readonly tree: ValidationError[]) {
    super('The request breaks rules');
  }
}

const NO_BODY =
  'The request has no body. Send these fields as a JSON object, with the header `Content-Type: application/json`.';

// Null counts as no body: some clients send it when they have nothing to send.
function assertObject(value: unknown): void {
  if (value === undefined || value === null || isObject(value)) return;
  throw new ValidationException({}, `The body must be an object, not ${kindOf(value)}`);
}

let pipe: DtoPipe | undefined;

/**
 * Validates and completes a value as if it were the body of a request of this type, for values that reach a service in
 * another way. Throws {@link ValidationException}.
 */
export async function asRequest<Request extends object>(type: new () => Request, value: object): Promise<Request> {
  pipe ??= new DtoPipe();
  return (await pipe.transform(value, { type: 'body', metatype: type })) as Request;
}

/** As {@link asRequest}; a member that the class or an object in it does not have is 422, too (behaviour WR2). */
export async function asExactRequest<Request extends object>(type: new () => Request, value: object): Promise<Request> {
  const read = await asRequest(type, value);
  ignoredMembers(value, read, true);
  return read;
}

/** Turns a plain object into an instance of its DTO, without validation. */
export function readPlain<Dto extends object>(type: new () => Dto, value: object): Dto {
  return plainToInstance(type, value, READING);
}

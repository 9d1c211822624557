import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { kindOf, ValidationException } from '../errors/validation.exception.js';
import { READING } from '../validation/read-plain.js';
import { cacheValidationMetadata } from '../validation/cached-validation-metadata.js';
import { isObject } from '../values/is-object.js';

/**
 * Checks every body, query and path against its DTO and turns plain objects into instances of it. Fields the DTO
 * does not know are dropped, not refused: the official clients send some of their own, and newer ones send more.
 */
export class RequestPipe extends ValidationPipe {
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
      return await super.transform(value, metadata);
    } catch (error) {
      if (!(error instanceof BrokenRules)) throw error;
      if (!isBody) throw ValidationException.fromTree(error.tree);
      if (value !== undefined) throw ValidationException.fromTree(error.tree, value);
      const { errors } = ValidationException.fromTree(error.tree, null);
      throw new ValidationException(errors, undefined, NO_BODY);
    }
  }

  /**
   * Nest would take `constructor` and `prototype` out of what was sent, however deep, without a word. They are a caller's
   * own keys like any other; `__proto__`, which is not, was refused when the body was read.
   */
  protected override stripProtoKeys(): void {}

  /** Nest would look at every value, however deep, for lists with gaps, which JSON has none of: seconds for large bodies. */
  protected override closeArrayGaps(): void {}
}

/** Carries the tree out of the pipe to where the body is known as it was sent. */
class BrokenRules extends Error {
  constructor(readonly tree: ValidationError[]) {
    super('The request breaks rules');
  }
}

const NO_BODY =
  'The request has no body. Send these fields as a JSON object, with the header `Content-Type: application/json`.';

// Null counts as no body, as some clients send it where they have nothing to say.
function assertObject(value: unknown): void {
  if (value === undefined || value === null || isObject(value)) return;
  throw new ValidationException({}, `The body must be an object, not ${kindOf(value)}`);
}

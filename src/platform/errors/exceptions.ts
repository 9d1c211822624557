import {
  BadRequestException,
  ConflictException,
  HttpException,
  HttpStatus,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import type { Key } from '../ids.js';
import type { PayloadViolation } from './payload-violation.js';

/**
 * An error status whose body is a resource instead of an error, where the contract requires it: the 409 of a create with
 * `failIfExists` has the existing subscriber as its body.
 */
export class BareResponseException extends HttpException {}

/** 404: no resource of this kind has this id in the environment or organization of the request. */
export function notFound(resource: string, id: Key): NotFoundException {
  return new NotFoundException(`${resource} '${id}' was not found`);
}

/** 401 with the header `WWW-Authenticate`, which says how to authenticate. */
export class ChallengeException extends UnauthorizedException {
  constructor(
    message: string,
    /** The value of the header `WWW-Authenticate`, such as `Basic realm="Carillon"`. */
    readonly challenge: string,
  ) {
    super(message);
  }
}

/** 429: a limit was reached, and is available again later. The response has a `Retry-After`. */
export class TooManyRequestsException extends HttpException {
  constructor(
    message: string,
    /** The value of the header, in seconds. */
    readonly retryAfterSeconds: number,
    hint?: string,
  ) {
    const statusCode = HttpStatus.TOO_MANY_REQUESTS;
    super({ statusCode, message, error: 'Too Many Requests', hint }, statusCode);
  }
}

/**
 * A temporary 409: a concurrent request is changing the same thing. The response has a `Retry-After`, by which clients and
 * our own code distinguish it from a permanent conflict.
 */
export class TryAgainException extends ConflictException {
  /** The value of the header, in seconds. */
  readonly retryAfterSeconds = 1;
}

/** 400 of the trigger routes: the payload violates the schema of its workflow, or a bulk has no or too many events. */
export class PayloadValidationException extends BadRequestException {
  constructor(
    readonly violations: PayloadViolation[],
    message = 'The payload does not fit the schema of the workflow',
  ) {
    super({ message, type: 'PAYLOAD_VALIDATION_ERROR', errors: violations });
  }
}

import {
  BadRequestException,
  ConflictException,
  HttpException,
  HttpStatus,
  UnauthorizedException,
} from '@nestjs/common';
import type { PayloadViolation } from './payload-violation.js';

/**
 * An error status whose body is a resource instead of an error, where the contract wants that:
 * 409 of a create with `failIfExists` answers with the existing subscriber.
 */
export class BareResponseException extends HttpException {}

/** 401 that says in which form somebody may prove who they are. */
export class ChallengeException extends UnauthorizedException {
  constructor(
    message: string,
    /** The value of the header `WWW-Authenticate`, such as `Basic realm="Carillon"`. */
    readonly challenge: string,
  ) {
    super(message);
  }
}

/** 429: a bound was reached that is there again later. The answer has a `Retry-After`. */
export class TooManyRequestsException extends HttpException {
  constructor(
    message: string,
    /** The value of the header, in seconds. */
    readonly retryAfterSeconds: number,
  ) {
    super({ statusCode: HttpStatus.TOO_MANY_REQUESTS, message }, HttpStatus.TOO_MANY_REQUESTS);
  }
}

/**
 * 409 that will pass: others are at the same thing at this moment. The answer has a `Retry-After`, by which clients and
 * we ourselves tell it from a conflict that lasts.
 */
export class TryAgainException extends ConflictException {
  /** The value of the header, in seconds. */
  readonly retryAfterSeconds = 1;
}

/** 400 of the trigger routes: the payload breaks the schema of its workflow, or a bulk has no or too many events. */
export class PayloadValidationException extends BadRequestException {
  constructor(
    readonly violations: PayloadViolation[],
    message = 'The payload does not fit the schema of the workflow',
  ) {
    super({ message, type: 'PAYLOAD_VALIDATION_ERROR', errors: violations });
  }
}

import { ConflictException } from '@nestjs/common';

/**
 * 409 that will pass: others are at the same thing at this moment. The answer has a `Retry-After`, by which clients and
 * we ourselves tell it from a conflict that lasts.
 */
export class TryAgainException extends ConflictException {
  /** The value of the header, in seconds. */
  readonly retryAfterSeconds = 1;
}

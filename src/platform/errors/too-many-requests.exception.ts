import { HttpException, HttpStatus } from '@nestjs/common';

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

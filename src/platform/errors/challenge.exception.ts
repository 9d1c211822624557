import { UnauthorizedException } from '@nestjs/common';

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

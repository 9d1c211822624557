import { HttpException } from '@nestjs/common';

/**
 * An error status whose body is a resource instead of an error, where the contract wants that:
 * 409 of a create with `failIfExists` answers with the existing subscriber.
 */
export class BareAnswerException extends HttpException {}

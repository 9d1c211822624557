import { ValidationPipe } from '@nestjs/common';
import { ValidationException } from '../errors/validation.exception.js';

/**
 * Checks every body, query and path against its DTO and turns plain objects into instances of it. Fields the DTO
 * does not know are dropped, not refused: the official clients send some of their own, and newer ones send more.
 */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: false,
    exceptionFactory: (tree) => ValidationException.fromTree(tree),
  });
}

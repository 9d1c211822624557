import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { ValidationException } from '../errors/validation.exception.js';
import { rememberRules } from '../validation/remembered-rules.js';
import { layVerbatimAside } from './verbatim.decorator.js';

/**
 * Checks every body, query and path against its DTO and turns plain objects into instances of it. Fields the DTO
 * does not know are dropped, not refused: the official clients send some of their own, and newer ones send more.
 */
export class RequestPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      exceptionFactory: (tree) => ValidationException.fromTree(tree),
    });
    rememberRules();
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    return super.transform(layVerbatimAside(value, metadata.metatype), metadata);
  }
}

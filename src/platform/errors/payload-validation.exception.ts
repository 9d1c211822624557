import { BadRequestException } from '@nestjs/common';
import type { PayloadViolation } from './payload-violation.js';

/** 400 of the trigger routes: the payload breaks the schema of its workflow, or a bulk has no or too many events. */
export class PayloadValidationException extends BadRequestException {
  constructor(
    readonly violations: PayloadViolation[],
    message = 'The payload does not fit the schema of the workflow',
  ) {
    super({ message, type: 'PAYLOAD_VALIDATION_ERROR', errors: violations });
  }
}

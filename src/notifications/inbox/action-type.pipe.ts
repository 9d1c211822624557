import type { PipeTransform } from '@nestjs/common';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { ActionType } from '../messages/message.schema.js';

/** The `actionType` of a path: `primary` or `secondary`, else 422. */
export class ActionTypePipe implements PipeTransform<string, ActionType> {
  transform(value: string): ActionType {
    if (value === 'primary' || value === 'secondary') return value;
    throw ValidationException.of('actionType', 'actionType must be primary or secondary', value);
  }
}

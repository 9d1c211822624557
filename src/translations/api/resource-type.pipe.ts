import type { PipeTransform } from '@nestjs/common';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { RESOURCE_TYPES, type TranslatedResourceType } from '../translation.schema.js';

/** What texts are of, in a path or a form: `workflow` or `layout`, else 422. */
export class ResourceTypePipe implements PipeTransform<unknown, TranslatedResourceType> {
  transform(value: unknown): TranslatedResourceType {
    const type = RESOURCE_TYPES.find((one) => one === value);
    if (type !== undefined) return type;
    const shown = typeof value === 'string' ? value.slice(0, 100) : undefined;
    throw ValidationException.of('resourceType', `resourceType must be one of ${RESOURCE_TYPES.join(', ')}`, shown);
  }
}

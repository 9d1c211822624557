import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, MaxLength } from 'class-validator';
import { FreeForm } from '../../platform/validation/free-form.decorator.js';
import { DATA_RULES, MAX_SUBSCRIBER_ID_LENGTH, SUBSCRIBER_ID } from '../../subscribers/subscriber-limits.js';

/** The caller's own id of a tenant; the same holds as for ids of subscribers. */
export function IsTenantIdentifier(): PropertyDecorator {
  return applyDecorators(
    MaxLength(MAX_SUBSCRIBER_ID_LENGTH),
    Matches(SUBSCRIBER_ID, { message: '$property must be a non-empty text without control characters' }),
  );
}

/** What people call a tenant. */
export function IsTenantName(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(255));
}

/** Anything the caller wants to use in templates and conditions; the same holds as for data of subscribers. */
export function IsTenantData(): PropertyDecorator {
  return FreeForm(DATA_RULES);
}

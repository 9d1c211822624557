import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { Optional } from '../../../platform/validation/optional.decorator.js';
import { dataConditions } from '../filter/data-filter.js';
import { tagGroups } from '../filter/tag-filter.js';

const TEXTS = { type: 'array' as const, items: { type: 'string' as const } };
const ONE_OF = { type: 'object' as const, properties: { or: TEXTS } };

/** One of several tags, or one of each of several groups. */
export function IsTagFilter(): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    ApiPropertyOptional({
      oneOf: [TEXTS, ONE_OF, { type: 'object', properties: { and: { type: 'array', items: ONE_OF } } }],
      example: ['news'],
    }),
    holds(
      'tagFilter',
      (value) => tagGroups(value) !== undefined,
      'must be a list of texts, {"or": […]} or {"and": [{"or": […]}, …]}, with 100 texts at most',
    ),
  );
}

/** A filter on the `data` of notifications: JSON text, or the object itself where a request holds JSON. */
export function IsDataFilter(): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    ApiPropertyOptional({ type: String, maxLength: 2048, example: '{"orderId":"4711"}' }),
    holds(
      'dataFilter',
      (value) => dataConditions(value) !== undefined,
      'must be a JSON object of values, lists, {"or": […]} or {"and": [{"or": […]}, …]} by key, two levels at most',
    ),
  );
}

function holds(name: string, validate: (value: unknown) => boolean, rule: string): PropertyDecorator {
  return ValidateBy({ name, validator: { validate, defaultMessage: (details) => `${details?.property} ${rule}` } });
}

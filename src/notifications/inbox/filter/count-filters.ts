import { BadRequestException } from '@nestjs/common';
import { validateSync } from 'class-validator';
import { type FieldViolations, ValidationException } from '../../../platform/errors/validation.exception.js';
import { readPlain } from '../../../platform/validation/read-plain.js';
import { isObject } from '../../../platform/values/is-object.js';
import { NotificationFilterDto } from '../inbox-requests.dto.js';

const MAX_FILTERS = 30;

/** The filters of a count from their JSON text. Text that is no JSON is a 400, filters that break a rule are a 422. */
export function readCountFilters(text: string): NotificationFilterDto[] {
  const filters = parse(text);
  if (!Array.isArray(filters) || filters.length === 0 || filters.length > MAX_FILTERS || !filters.every(isObject)) {
    throw ValidationException.of('filters', `filters must be a list of 1 to ${MAX_FILTERS} objects`);
  }
  const read = filters.map((filter) => readPlain(NotificationFilterDto, filter));
  const violations: FieldViolations = {};
  for (const [index, filter] of read.entries()) Object.assign(violations, violationsOf(filter, `filters.${index}`));
  if (Object.keys(violations).length > 0) throw new ValidationException(violations);
  return read;
}

function violationsOf(filter: NotificationFilterDto, place: string): FieldViolations {
  const violations: FieldViolations = {};
  for (const [field, value] of Object.entries(filter)) {
    if (value === null) violations[`${place}.${field}`] = { messages: [`${field} must not be null`] };
  }
  for (const { property, constraints } of validateSync(filter, { whitelist: true })) {
    violations[`${place}.${property}`] ??= { messages: Object.values(constraints ?? {}) };
  }
  return violations;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequestException('filters must be JSON');
  }
}

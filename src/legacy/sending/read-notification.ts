import { HttpException } from '@nestjs/common';
import type { FieldViolations } from '../../platform/errors/validation.exception.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { readTrigger, type Trigger, type TriggerLimits } from '../../events/accept/read-trigger.js';

/** Fields of a trigger, and what this API calls them. */
const NAMES: readonly (readonly [trigger: string, here: string])[] = [
  ['payload', 'metadata'],
  ['to', 'externalId'],
];

/** The trigger that a notification is: what holds for the one holds for the other. Throws what is wrong in words of this API. */
export function readNotification(
  workflowId: string,
  { externalId, metadata }: { externalId: string; metadata: Record<string, unknown> },
  limits: TriggerLimits,
): Trigger {
  try {
    return readTrigger({ name: workflowId, to: externalId, payload: metadata }, limits);
  } catch (error) {
    if (error instanceof ValidationException) throw new ValidationException(renamed(error.errors));
    if (error instanceof HttpException) throw new HttpException(rename(error.message), error.getStatus());
    throw error;
  }
}

function renamed(errors: FieldViolations): FieldViolations {
  return Object.fromEntries(
    Object.entries(errors).map(([field, violation]) => [
      rename(field),
      { ...violation, messages: violation.messages.map(rename) },
    ]),
  );
}

function rename(text: string): string {
  const name = NAMES.find(
    ([trigger]) => text === trigger || text.startsWith(`${trigger}.`) || text.startsWith(`${trigger} `),
  );
  return name ? `${name[1]}${text.slice(name[0].length)}` : text;
}

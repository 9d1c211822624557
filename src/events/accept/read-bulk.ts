import { HttpException, PayloadTooLargeException } from '@nestjs/common';
import { validate } from 'class-validator';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { readPlain } from '../../platform/validation/read-plain.js';
import { isObject } from '../../platform/values/is-object.js';
import { TriggerEventDto } from '../trigger.dto.js';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import { newTransactionId } from './new-transaction-id.js';
import { readTrigger, type Trigger, type TriggerLimits } from './read-trigger.js';

/**
 * Reads the events of a bulk, each by itself: a trigger, or what is wrong with it (behaviour T5). The bulk as a whole
 * is refused with 400 when it has no or too many events (T4), and with 413 when one of them is too large (T12).
 * `turn` is asked before each; `callId` is that of the request, if it has one.
 */
export async function readBulk(
  events: unknown[],
  limits: TriggerLimits,
  turn: () => Promise<void> | undefined,
  callId?: string,
): Promise<(Trigger | HttpException)[]> {
  if (events.length === 0 || events.length > limits.maxBulkEvents) {
    const message = `events must have 1 to ${limits.maxBulkEvents} entries, but has ${events.length}`;
    throw new PayloadValidationException([{ field: 'events', message }], message);
  }
  const read: (Trigger | HttpException)[] = [];
  for (const [index, event] of events.entries()) {
    await turn();
    read.push(await readOne(event, index, limits, callId));
  }
  return read;
}

async function readOne(
  event: unknown,
  index: number,
  limits: TriggerLimits,
  callId?: string,
): Promise<Trigger | HttpException> {
  if (!isObject(event)) return ValidationException.of(`events.${index}`, 'an event must be an object');
  try {
    const input = readPlain(TriggerEventDto, event);
    const problems = await validate(input, { whitelist: true });
    if (problems.length > 0) return ValidationException.fromTree(problems, event);
    return readTrigger(input, limits, newTransactionId(callId, index));
  } catch (error) {
    if (error instanceof PayloadTooLargeException) {
      throw new PayloadTooLargeException(`events.${index}: ${error.message}`);
    }
    if (error instanceof HttpException) return error;
    throw error;
  }
}

import type { HttpException } from '@nestjs/common';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { TriggerResultDto, TriggerStatus } from '../events.dto.js';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';

/** What became of one trigger. */
export type Acceptance =
  /** In the store; `replayed` when an earlier trigger had its transaction id and is the one that counts. */
  | { kind: 'accepted'; transactionId: string; replayed: boolean }
  /** Understood, but leads to nothing (behaviour T8, T9). */
  | { kind: 'without_effect'; status: TriggerStatus }
  /** Wrong; the exception is the answer where the trigger came alone. */
  | { kind: 'refused'; error: HttpException };

/** The result of a trigger that came alone. Throws what refused it. */
export function toResult(acceptance: Acceptance): TriggerResultDto {
  switch (acceptance.kind) {
    case 'accepted':
      return { acknowledged: true, status: 'processed', transactionId: acceptance.transactionId };
    case 'without_effect':
      return { acknowledged: true, status: acceptance.status };
    case 'refused':
      throw acceptance.error;
  }
}

/** The result of one trigger of a bulk (behaviour T5). */
export function toBulkResult(acceptance: Acceptance): TriggerResultDto {
  if (acceptance.kind !== 'refused') return toResult(acceptance);
  return { acknowledged: true, status: 'error', error: messagesOf(acceptance.error), ...hintOf(acceptance.error) };
}

function hintOf(error: HttpException): { hint?: string } {
  const response = error.getResponse();
  return typeof response === 'object' && 'hint' in response ? { hint: String(response.hint) } : {};
}

/** `warnings`: what of the trigger had no effect, as sentences (behaviour T19). */
export function withWarnings(result: TriggerResultDto, warnings: readonly string[]): TriggerResultDto {
  return warnings.length > 0 ? Object.assign({}, result, { warnings: [...warnings] }) : result;
}

function messagesOf(error: HttpException): string[] {
  if (error instanceof PayloadValidationException) {
    return error.violations.map(({ field, message }) => (field === '' ? message : `payload.${field} ${message}`));
  }
  if (error instanceof ValidationException) {
    return Object.entries(error.errors).flatMap(([field, { messages }]) => messages.map((text) => `${field}: ${text}`));
  }
  return [error.message];
}

import type { HttpException } from '@nestjs/common';
import type { Types } from 'mongoose';
import { PayloadValidationException } from '../../platform/errors/exceptions.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import type { TriggerResultDto, TriggerStatus } from './trigger-result.dto.js';
import type { Event } from '../store/event.schema.js';
import type { NewEvent } from './new-event.js';
import type { Trigger } from './read-trigger.js';
import { textsOf } from './trigger-problems.js';

/** The outcome of one trigger. */
export type Acceptance =
  /**
   * In the store; `replayed` when its transaction id is that of an earlier trigger, which counts. `left`: recipients that
   * were left out, and why; `warnings`: what else of it does not count.
   */
  | { kind: 'accepted'; transactionId: string; replayed: boolean; left?: string[]; warnings?: string[] }
  /** Valid, but without effect (behaviour T8, T9). */
  | { kind: 'without_effect'; status: TriggerStatus }
  /** Invalid; the exception is the response when the trigger was sent alone. */
  | { kind: 'refused'; error: HttpException };

/** The event of a trigger, or why there is none. */
export type Evaluated = NewEvent | Acceptance;

/** Behaviour D6: of the events of one request with the same transaction id only the first counts. */
export function firstOfEach(accepted: readonly NewEvent[]): NewEvent[] {
  const first = new Map(accepted.toReversed().map((one) => [one.event.transactionId, one]));
  return accepted.filter((one) => first.get(one.event.transactionId) === one);
}

/** The outcomes of triggers when these of their events are in the store: another event has the ids of the others. */
export function acceptancesOf(
  evaluated: readonly Evaluated[],
  stored: ReadonlySet<Event>,
  /** The workflows of the events that have the ids of the others, by transaction id. */
  earlier: ReadonlyMap<string, Types.ObjectId> = new Map(),
): Acceptance[] {
  return evaluated.map((one) => {
    if (!('event' in one)) return one;
    const { transactionId, workflowId } = one.event;
    const accepted = { kind: 'accepted', transactionId, replayed: !stored.has(one.event) } as const;
    if (!accepted.replayed) return { ...accepted, ...noted(one.event) };
    const isOther = earlier.get(transactionId)?.equals(workflowId) === false;
    return isOther ? { ...accepted, warnings: [otherWorkflow(transactionId)] } : accepted;
  });
}

function noted({ problems = [] }: Event): Pick<Acceptance & { kind: 'accepted' }, 'left' | 'warnings'> {
  const detailsOf = (isLeft: boolean) =>
    problems.filter(({ code }) => (code === 'invalid_recipient') === isLeft).map(({ detail }) => detail);
  const [left, warnings] = [detailsOf(true), detailsOf(false)];
  return { ...(left.length > 0 && { left }), ...(warnings.length > 0 && { warnings }) };
}

function otherWorkflow(transactionId: string): string {
  return `Nothing was triggered: transactionId '${transactionId}' belongs to an earlier trigger of another workflow`;
}

export function refused(error: HttpException): Acceptance {
  return { kind: 'refused', error };
}

/**
 * Returns why a valid trigger has no effect (behaviour T8, T9, T15); undefined when it has one. `tenants` are those of
 * the environment, by identifier.
 */
export function skipReason(
  workflow: Workflow,
  { tenant }: Pick<Trigger, 'tenant'>,
  tenants: ReadonlyMap<string, unknown>,
): TriggerStatus | undefined {
  if (!workflow.active) return 'trigger_not_active';
  if (workflow.steps.length === 0) return 'no_workflow_steps_defined';
  if (tenant && !tenants.has(tenant.identifier)) return 'no_tenant_found';
  return undefined;
}

/** Returns the result of a trigger that was sent alone. Throws the error that refuses it. */
export function toResult(acceptance: Acceptance): TriggerResultDto {
  switch (acceptance.kind) {
    case 'accepted': {
      const { transactionId, left, warnings } = acceptance;
      const result = { acknowledged: true, status: 'processed', transactionId, ...(left && { error: left }) } as const;
      return withWarnings(result, warnings ?? []);
    }
    case 'without_effect':
      return { acknowledged: true, status: acceptance.status };
    case 'refused':
      throw acceptance.error;
  }
}

/** Returns the result of one trigger of a bulk (behaviour T5). */
export function toBulkResult(acceptance: Acceptance): TriggerResultDto {
  if (acceptance.kind !== 'refused') return toResult(acceptance);
  return { acknowledged: true, status: 'error', error: messagesOf(acceptance.error), ...hintOf(acceptance.error) };
}

function hintOf(error: HttpException): { hint?: string } {
  const response = error.getResponse();
  return typeof response === 'object' && 'hint' in response ? { hint: String(response.hint) } : {};
}

function messagesOf(error: HttpException): string[] {
  if (error instanceof PayloadValidationException) {
    return error.violations.map(({ field, message }) => (field === '' ? message : `payload.${field} ${message}`));
  }
  if (error instanceof ValidationException) {
    return textsOf(error.errors);
  }
  return [error.message];
}

/** Puts sentences about fields of the trigger that had no effect before its other warnings (behaviour T19). */
export function withWarnings(result: TriggerResultDto, warnings: readonly string[]): TriggerResultDto {
  if (warnings.length === 0) return result;
  return Object.assign({}, result, { warnings: [...warnings, ...(result.warnings ?? [])] });
}

import { ApiProperty } from '@nestjs/swagger';

export const TRIGGER_STATUSES = [
  'processed',
  'trigger_not_active',
  'no_workflow_steps_defined',
  'no_workflow_active_steps_defined',
  'no_tenant_found',
  'invalid_recipients',
  'error',
] as const;

export type TriggerStatus = (typeof TRIGGER_STATUSES)[number];

/** What became of a trigger. */
export class TriggerResultDto {
  /** The request was understood. */
  acknowledged: boolean;

  /**
   * `processed`: accepted, **not yet sent**: the trigger is stored and will be carried out once for each recipient; whether
   * it was delivered is in the activity. Anything else says why nothing will be sent.
   */
  @ApiProperty({ enum: TRIGGER_STATUSES })
  status: TriggerStatus;

  /**
   * Id of the trigger, given or made up; present when it was processed.
   * @example order-4711-shipped
   */
  transactionId?: string;

  /** What is wrong, when the status is `error`; only in the results of a bulk. */
  error?: string[];

  /** Fields of the request that no trigger has, or that have no effect here; absent when there are none. */
  warnings?: string[];

  /**
   * What to do about it, where `error` alone does not say so; only in the results of a bulk.
   * @example There is no workflow 'welcom' in this environment. Did you mean 'welcome'?
   */
  hint?: string;
}

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

  /** `processed`: stored, and will be delivered once. Anything else says why nothing will be sent. */
  @ApiProperty({ enum: TRIGGER_STATUSES })
  status: TriggerStatus;

  /**
   * Id of the trigger, given or made up; present when it was processed.
   * @example order-4711-shipped
   */
  transactionId?: string;

  /** What is wrong, when the status is `error`; only in the results of a bulk. */
  error?: string[];
}

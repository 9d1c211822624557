import { ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { ErrorDto } from '../../platform/errors/error.dto.js';

/** One rule that was broken. */
export class PayloadViolationDto {
  /**
   * Path of the member; empty for the payload itself.
   * @example order.items.0.price
   */
  field: string;

  /**
   * The rule.
   * @example must be number
   */
  message: string;

  /** The value that was sent, when it is short and simple. */
  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] })
  value?: string | number | boolean;

  /**
   * Place of the rule in the schema.
   * @example #/properties/order/properties/items/items/properties/price/type
   */
  schemaPath?: string;
}

/** Body of a 400 of the trigger routes. */
export class PayloadValidationErrorDto extends ErrorDto {
  /**
   * Always the same.
   * @example PAYLOAD_VALIDATION_ERROR
   */
  type: string;

  /** Every rule that was broken, at most 100. */
  errors: PayloadViolationDto[];
}

/** The two bodies of a 400 of the trigger routes: the second when the request cannot even be read. */
export const REFUSED = {
  anyOf: [{ $ref: getSchemaPath(PayloadValidationErrorDto) }, { $ref: getSchemaPath(ErrorDto) }],
};

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

/** Result of a trigger. */
export class TriggerResultDto {
  /** The request was understood. */
  acknowledged: boolean;

  /**
   * `processed`: accepted, **not yet sent**: the trigger is stored and will be carried out once for each recipient; the
   * activity shows whether it was delivered. Any other status is the reason why nothing will be sent.
   */
  @ApiProperty({ enum: TRIGGER_STATUSES })
  status: TriggerStatus;

  /**
   * Transaction ID of the trigger, given or generated; present when it was processed.
   * @example order-4711-shipped
   */
  transactionId?: string;

  /**
   * Problems: when the status is `error`, those of the trigger, only in the results of a bulk; when it is `processed`, those of
   * recipients that were left out of it.
   */
  error?: string[];

  /**
   * What has no effect: fields that no trigger has, a payload that does not fit its schema, addresses in the payload of
   * several recipients, an id of another trigger. Absent when there is nothing.
   */
  warnings?: string[];

  /**
   * How to solve it, where `error` alone does not say so; only in the results of a bulk.
   * @example There is no workflow 'welcom' in this environment. Did you mean 'welcome'?
   */
  hint?: string;
}

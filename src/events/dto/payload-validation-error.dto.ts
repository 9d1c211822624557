import { ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
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

  /** What was sent, when it is short and simple. */
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

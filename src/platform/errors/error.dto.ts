import { ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';

/** Body of every failed request. */
export class ErrorDto {
  /**
   * HTTP status, repeated.
   * @example 404
   */
  statusCode: number;

  /**
   * When it happened, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  timestamp: string;

  /**
   * Path of the request, without its query.
   * @example /v2/subscribers/unknown
   */
  path: string;

  /**
   * Description of the error.
   * @example Subscriber 'unknown' was not found
   */
  message?: string;

  /**
   * How to solve it, where the message alone does not say so.
   * @example Did you mean 'welcome'?
   */
  hint?: string;

  /**
   * Name of the status.
   * @example Not Found
   */
  error?: string;

  /**
   * Only in 500: the id of the cause in the server's log.
   * @example 5b8f1f5e-6a3c-4f6a-9d0e-0f3a1c2b4d5e
   */
  errorId?: string;
}

/** Problem of one field. */
export class FieldViolationDto {
  /**
   * One sentence per broken rule.
   * @example ["name must be a string"]
   */
  messages: string[];

  /** The value that was sent, where it is short; of any kind. */
  @ApiPropertyOptional({
    anyOf: [
      { type: 'string', nullable: true },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: {} },
      { type: 'object', additionalProperties: true },
    ],
  })
  value?: unknown;
}

/** Body of a 422: the request was understood but breaks a rule. */
export class ValidationErrorDto extends ErrorDto {
  /** Broken rules by field; nested fields by path, such as `steps.0.name`. Empty when no field is to blame. */
  @ApiProperty({ type: 'object', additionalProperties: { $ref: getSchemaPath(FieldViolationDto) } })
  errors: Record<string, FieldViolationDto>;
}

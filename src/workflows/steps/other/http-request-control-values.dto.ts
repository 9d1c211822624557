import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { isObject } from '../../../common/values/is-object.js';
import { FreeForm } from '../../../common/validation/free-form.decorator.js';
import { MayBeAbsent } from '../../../common/validation/may-be-absent.decorator.js';
import { MAX_BODY_LENGTH, MAX_TEXT_LENGTH, OptionalText } from '../control-texts.js';
import { SkippableControlValuesDto } from '../skippable-control-values.dto.js';

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

const MOST_PAIRS = 100;

/** A name and its value. */
export class HttpRequestKeyValuePairDto {
  /** @example x-source */
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  key: string;

  /** May be a template. */
  @IsString()
  @MaxLength(MAX_BODY_LENGTH)
  value: string;
}

/** The request an HTTP step makes. Texts are Liquid templates. Further members are kept. */
export class HttpRequestControlValuesDto extends SkippableControlValuesDto {
  /** Default: GET. */
  @MayBeAbsent()
  @IsIn(HTTP_METHODS)
  method?: (typeof HTTP_METHODS)[number];

  /**
   * Address to call; only public ones are called.
   * @example https://api.example.com/orders/{{payload.orderId}}
   */
  @OptionalText()
  url?: string;

  /** Headers of the request. */
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(MOST_PAIRS)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => HttpRequestKeyValuePairDto)
  headers?: HttpRequestKeyValuePairDto[];

  /** A text, or the members of a JSON object. */
  @MayBeAbsent()
  @ValidateBy({
    name: 'httpBody',
    validator: {
      validate: isBody,
      defaultMessage: () => '$property must be a text or a list of pairs of key and value',
    },
  })
  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }] })
  body?: string | HttpRequestKeyValuePairDto[];

  /** JSON Schema of the answer. */
  @MayBeAbsent()
  @FreeForm()
  responseBodySchema?: Record<string, unknown>;

  /** Fails the step when the answer does not fit the schema. */
  @MayBeAbsent()
  @IsBoolean()
  enforceSchemaValidation?: boolean;

  /** Goes on with the next step when the request fails. Default: false, the run ends. */
  @MayBeAbsent()
  @IsBoolean()
  continueOnFailure?: boolean;

  /** Milliseconds to wait for the answer. Default: 5,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(30_000)
  timeout?: number;
}

function isBody(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MAX_BODY_LENGTH;
  if (!Array.isArray(value) || value.length > MOST_PAIRS) return false;
  return value.every((pair) => isObject(pair) && typeof pair.key === 'string' && typeof pair.value === 'string');
}

import { applyDecorators } from '@nestjs/common';
import { IsString, MaxLength } from 'class-validator';
import { MayBeAbsent } from '../../common/validation/may-be-absent.decorator.js';
import type { JsonSchema } from './schema-types.js';

export const MAX_TEXT_LENGTH = 4096;
export const MAX_BODY_LENGTH = 65_536;
/** An email body has layout and styles in it; a template of the engine has at most 200,000 characters. */
export const MAX_EMAIL_LENGTH = 200_000;

/** An optional text, which may be a template. */
export function OptionalText(maxLength: number = MAX_TEXT_LENGTH): PropertyDecorator {
  return applyDecorators(MayBeAbsent(), IsString(), MaxLength(maxLength));
}

/** JSON Schemas of such controls. */
export const TEXT: JsonSchema = { type: 'string', maxLength: MAX_TEXT_LENGTH };
export const BODY: JsonSchema = { type: 'string', maxLength: MAX_BODY_LENGTH };
export const OBJECT: JsonSchema = { type: 'object', additionalProperties: true };

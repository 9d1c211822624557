import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { FreeForm } from '../../common/validation/free-form.decorator.js';
import { MayBeAbsent } from '../../common/validation/may-be-absent.decorator.js';
import { MAX_BODY_LENGTH, MAX_TEXT_LENGTH } from './control-texts.js';
import { SkippableControlValuesDto } from './skippable-control-values.dto.js';

export const REDIRECT_TARGETS = ['_self', '_blank', '_parent', '_top', '_unfencedTop'] as const;

export type RedirectTarget = (typeof REDIRECT_TARGETS)[number];

/** A page to open. */
export class RedirectControlDto {
  /**
   * Address or path; may be a template.
   * @example /orders/{{payload.orderId}}
   */
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  url: string;

  /** Where it opens. */
  @MayBeAbsent()
  @IsIn(REDIRECT_TARGETS)
  @ApiProperty({ enum: REDIRECT_TARGETS })
  target?: RedirectTarget;
}

/** A button of the notification. */
export class ActionControlDto {
  /**
   * Text of the button; may be a template.
   * @example View order
   */
  @MayBeAbsent()
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  label?: string;

  /** Page that the button opens. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => RedirectControlDto)
  redirect?: RedirectControlDto;
}

/** What an in-app step shows. Texts are Liquid templates. Further members are kept. */
export class InAppControlValuesDto extends SkippableControlValuesDto {
  /**
   * Text of the notification.
   * @example Your order {{payload.orderId}} has shipped.
   */
  @MayBeAbsent()
  @IsString()
  @MaxLength(MAX_BODY_LENGTH)
  body?: string;

  /**
   * Line above the text.
   * @example Order shipped
   */
  @MayBeAbsent()
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  subject?: string;

  /**
   * Picture: an address, a path that begins with `/`, or a template.
   * @example https://example.com/truck.png
   */
  @MayBeAbsent()
  @IsString()
  @MaxLength(MAX_TEXT_LENGTH)
  avatar?: string;

  /** First button. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => ActionControlDto)
  primaryAction?: ActionControlDto;

  /** Second button. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => ActionControlDto)
  secondaryAction?: ActionControlDto;

  /** Page that a click on the notification opens. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => RedirectControlDto)
  redirect?: RedirectControlDto;

  /** Keeps HTML in the rendered texts as it is. Default: false, it is sanitized. */
  @MayBeAbsent()
  @IsBoolean()
  disableOutputSanitization?: boolean;

  /** Data handed to the inbox with the notification; texts in it may be templates. */
  @MayBeAbsent()
  @FreeForm()
  data?: Record<string, unknown>;
}

import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { EDITOR_TYPES, MAX_EMAIL_LENGTH } from '../../workflows/steps/control-schema.js';
import type { UiSchema } from '../../workflows/steps/schema-types.js';
import type { LayoutEmail } from '../layout.schema.js';

/** What a layout shows around the body of an email. */
export class LayoutEmailDto implements LayoutEmail {
  /**
   * HTML, a Liquid template that prints the body of the email as `content`; or the JSON text of a block editor.
   * @example <html><body><header>{{subscriber.firstName}}</header>{{content}}</body></html>
   */
  @IsString()
  @MaxLength(MAX_EMAIL_LENGTH)
  body: string;

  /** How the body was written. */
  @IsIn(EDITOR_TYPES)
  @ApiProperty({ enum: EDITOR_TYPES })
  editorType: (typeof EDITOR_TYPES)[number];
}

/** What has been entered in a layout, by channel; only emails have layouts. */
export class LayoutControlValuesDto {
  /** Around emails; missing until somebody has written it. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => LayoutEmailDto)
  email?: LayoutEmailDto;
}

/** What may be entered in a layout, how an editor shows it, and what has been entered. */
export class LayoutControlsDto {
  /** JSON Schema of the control values. */
  dataSchema: Record<string, unknown>;

  /** The group of controls, and the component of each. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  uiSchema: UiSchema;

  /** What has been entered. */
  values: LayoutControlValuesDto;
}

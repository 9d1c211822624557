import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsOptional, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import { EditorDto, toEditorDto } from '../auth/organizations/editor.dto.js';
import type { Editor } from '../auth/organizations/editors.service.js';
import { dto } from '../platform/http/dto.js';
import { ORIGIN } from '../platform/http/official-client.js';
import { nameSlug, toSlug } from '../platform/ids.js';
import { OffsetQueryDto } from '../platform/paging/paging.dto.js';
import { IsIdentifier, Optional } from '../platform/validation/decorators.js';
import { EDITOR_TYPES, MAX_EMAIL_LENGTH, type UiSchema } from '../workflows/steps/control-schema.js';
import { LAYOUT_CONTROLS, LAYOUT_VARIABLES } from './layout.controls.js';
import type { Layout, LayoutEmail } from './layout.schema.js';

const MAX_LENGTH = 256;

/** The name of a layout, for people. */
export function LayoutName(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ maxLength: MAX_LENGTH }),
    IsString(),
    Matches(/\S/, { message: '$property must not be blank' }),
    MaxLength(MAX_LENGTH),
  );
}

/** A new layout. */
export class CreateLayoutDto {
  /**
   * Identifier that steps and triggers name, unique in the environment.
   * @example shop-frame
   */
  @IsIdentifier()
  layoutId: string;

  /**
   * Readable name.
   * @example Shop frame
   */
  @LayoutName()
  name: string;

  /** Whether its texts are looked up in translations. */
  @Optional({ nullable: false })
  @IsBoolean()
  isTranslationEnabled: boolean = false;
}

/** Fields of a copy that differ from the copied layout. */
export class DuplicateLayoutDto {
  /**
   * Name of the copy.
   * @example Shop frame, winter
   */
  @LayoutName()
  name: string;

  /**
   * Identifier of the copy. Default: made from `name`.
   * @example shop-frame-winter
   */
  @Optional({ nullable: false })
  @IsIdentifier()
  layoutId?: string;

  /**
   * Whether the copy's texts are looked up in translations; those of the layout are copied then. Default: as in the
   * layout.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  isTranslationEnabled?: boolean;
}

/** Content of a layout around the body of an email. */
export class LayoutEmailDto implements LayoutEmail {
  /**
   * HTML, a Liquid template that prints the body of the email as `content`; or the JSON text of a document of blocks with
   * `content` as one of its variables.
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

/** Control values of a layout, by channel; only emails have layouts. */
export class LayoutControlValuesDto {
  /** Around emails; missing until it is written. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => LayoutEmailDto)
  email?: LayoutEmailDto;
}

/** Controls of a layout: their schema, how an editor shows them, and their values. */
export class LayoutControlsDto {
  /** JSON Schema of the control values. */
  dataSchema: Record<string, unknown>;

  /** The group of controls, and the component of each. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  uiSchema: UiSchema;

  /** Control values. */
  values: LayoutControlValuesDto;
}

/** A workflow that uses something. */
export class UsingWorkflowDto {
  /**
   * Readable name.
   * @example Order shipped
   */
  name: string;

  /**
   * Identifier that triggers name.
   * @example order-shipped
   */
  workflowId: string;
}

/** Where a layout is used. */
export class LayoutUsageDto {
  /** The workflows whose emails it frames, by identifier. */
  workflows: UsingWorkflowDto[];
}

/** A frame for emails. */
export class LayoutDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Identifier that steps and triggers name.
   * @example shop-frame
   */
  layoutId: string;

  /** Readable name with the id in it, accepted in paths. */
  slug: string;

  /**
   * Readable name.
   * @example Shop frame
   */
  name: string;

  /** Whether it frames emails whose step names no layout. One layout of an environment does: the first. */
  isDefault: boolean;

  /** Whether its texts are looked up in translations. */
  isTranslationEnabled: boolean;

  /** When it was last changed, ISO 8601 in UTC. */
  updatedAt: string;

  /** Who changed it last; missing when that user is unknown. */
  updatedBy?: EditorDto;

  /** When it was created, ISO 8601 in UTC. */
  createdAt: string;

  /**
   * Where it was made.
   * @example service-cloud
   */
  origin: string;

  /** Always REGULAR. */
  @ApiProperty({ enum: ['REGULAR'] })
  type: 'REGULAR';

  /** JSON Schema of the variables it may use. */
  variables: Record<string, unknown>;

  /** Schema and values of the controls. */
  controls: LayoutControlsDto;
}

/** A page of layouts. */
export class LayoutListDto {
  /** The layouts of the page, in order. */
  layouts: LayoutDto[];

  /**
   * How many match, on all pages together.
   * @example 1
   */
  totalCount: number;
}

export function toLayoutDto(layout: Layout, updatedBy: Editor | undefined): LayoutDto {
  return dto<LayoutDto>({
    _id: layout._id,
    layoutId: layout.layoutId,
    slug: layoutSlug(layout),
    name: layout.name,
    isDefault: layout.isDefault,
    isTranslationEnabled: layout.isTranslationEnabled,
    updatedAt: layout.updatedAt,
    ...(updatedBy && { updatedBy: toEditorDto(updatedBy) }),
    createdAt: layout.createdAt,
    origin: ORIGIN,
    type: 'REGULAR',
    variables: LAYOUT_VARIABLES,
    controls: { ...LAYOUT_CONTROLS, values: layout.email ? { email: layout.email } : {} },
  });
}

function layoutSlug({ _id, name }: Pick<Layout, '_id' | 'name'>): string {
  return toSlug(nameSlug(name), 'lyt', _id);
}

export const LAYOUT_ORDERS = ['createdAt', 'updatedAt', 'name'] as const;

export type LayoutOrder = (typeof LAYOUT_ORDERS)[number];

/** Which layouts to list. */
export class ListLayoutsQueryDto extends OffsetQueryDto {
  /** Field to order by. Names are ordered without regard to case. */
  @IsOptional()
  @IsIn(LAYOUT_ORDERS)
  @ApiPropertyOptional({ enum: LAYOUT_ORDERS })
  orderBy: LayoutOrder = 'createdAt';
}

/** Changes of a layout. */
export class UpdateLayoutDto {
  /**
   * Readable name.
   * @example Shop frame
   */
  @LayoutName()
  name: string;

  /** Whether its texts are looked up in translations. Missing: as it is. */
  @Optional({ nullable: false })
  @IsBoolean()
  isTranslationEnabled?: boolean;

  /** Its content. Missing: unchanged. Null: none. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => LayoutControlValuesDto)
  controlValues?: LayoutControlValuesDto | null;
}

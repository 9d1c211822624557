import { ApiProperty } from '@nestjs/swagger';
import { ORIGIN } from '../../platform/http/client-origin.js';
import { toSlug } from '../../platform/ids/slug-codec.js';
import { EditorDto, toEditorDto } from '../../auth/organizations/editor.dto.js';
import type { Editor } from '../../auth/organizations/editors.service.js';
import { nameSlug } from '../../platform/ids/identifiers.js';
import { LAYOUT_CONTROLS, LAYOUT_VARIABLES } from '../layout.controls.js';
import type { Layout } from '../layout.schema.js';
import { LayoutControlsDto } from './layout-controls.dto.js';

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
   * Name for people.
   * @example Shop frame
   */
  name: string;

  /** Whether it frames emails whose step names no layout. One layout of an environment does: the first. */
  isDefault: boolean;

  /** Whether its texts are looked up in translations. */
  isTranslationEnabled: boolean;

  /** When it was last changed, ISO 8601 in UTC. */
  updatedAt: string;

  /** Who changed it last; missing when that user is gone. */
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

  /** What may be entered, and what has been. */
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
  return {
    _id: layout._id.toHexString(),
    layoutId: layout.layoutId,
    slug: layoutSlug(layout),
    name: layout.name,
    isDefault: layout.isDefault,
    isTranslationEnabled: layout.isTranslationEnabled,
    updatedAt: layout.updatedAt.toISOString(),
    ...(updatedBy && { updatedBy: toEditorDto(updatedBy) }),
    createdAt: layout.createdAt.toISOString(),
    origin: ORIGIN,
    type: 'REGULAR',
    variables: LAYOUT_VARIABLES,
    controls: { ...LAYOUT_CONTROLS, values: layout.email ? { email: layout.email } : {} },
  };
}

function layoutSlug({ _id, name }: Pick<Layout, '_id' | 'name'>): string {
  return toSlug(nameSlug(name), 'lyt', _id);
}

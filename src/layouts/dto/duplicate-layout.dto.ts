import { IsBoolean } from 'class-validator';
import { IsIdentifier } from '../../platform/validation/is-identifier.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { LayoutName } from './layout-name.decorator.js';

/** What distinguishes a copy of a layout from the layout. */
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

  /** Whether the copy's texts are looked up in translations; those of the layout are copied then. Default: as in the layout. */
  @Optional({ nullable: false })
  @IsBoolean()
  isTranslationEnabled?: boolean;
}

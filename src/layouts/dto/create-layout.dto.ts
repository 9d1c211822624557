import { IsBoolean } from 'class-validator';
import { IsIdentifier } from '../../platform/validation/is-identifier.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { LayoutName } from './layout-name.decorator.js';

/** A new layout. */
export class CreateLayoutDto {
  /**
   * Identifier that steps and triggers name, unique in the environment.
   * @example shop-frame
   */
  @IsIdentifier()
  layoutId: string;

  /**
   * Name for people.
   * @example Shop frame
   */
  @LayoutName()
  name: string;

  /** Whether its texts are looked up in translations. */
  @Optional({ nullable: false })
  @IsBoolean()
  isTranslationEnabled: boolean = false;
}

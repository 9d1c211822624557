import { IsBoolean } from 'class-validator';
import { IsIdentifier } from '../../platform/validation/is-identifier.decorator.js';
import { MayBeAbsent } from '../../platform/validation/may-be-absent.decorator.js';
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
  @MayBeAbsent()
  @IsBoolean()
  isTranslationEnabled: boolean = false;
}

import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { LayoutControlValuesDto } from './layout-controls.dto.js';
import { LayoutName } from './layout-name.decorator.js';

/** What is to change in a layout. */
export class UpdateLayoutDto {
  /**
   * Name for people.
   * @example Shop frame
   */
  @LayoutName()
  name: string;

  /** Whether its texts are looked up in translations. Missing: as it is. */
  @Optional({ nullable: false })
  @IsBoolean()
  isTranslationEnabled?: boolean;

  /** What it shows. Missing: as it is. Null: nothing. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => LayoutControlValuesDto)
  controlValues?: LayoutControlValuesDto | null;
}

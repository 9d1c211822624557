import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { VARIABLE_TYPES, type VariableType } from '../environment-variable.schema.js';
import { AreVariableValues, IsVariableKey } from './environment-variable-fields.decorators.js';
import type { EnvironmentVariableValueDto } from './environment-variable-value.dto.js';

/** The fields of a variable to change; absent ones stay as they are. */
export class UpdateEnvironmentVariableDto {
  /**
   * New name of the variable. Templates that use the former one find nothing any more.
   * @example SHOP_URL
   */
  @Optional({ nullable: false })
  @IsVariableKey()
  key?: string;

  /** Kind of value. */
  @Optional({ nullable: false })
  @IsIn(VARIABLE_TYPES)
  @ApiProperty({ enum: VARIABLE_TYPES })
  type?: VariableType;

  /**
   * Whether values are encrypted at rest and never shown again. What is secret becomes open only together with a new
   * value for every environment that has one.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  isSecret?: boolean;

  /** New values. Environments that are not named keep theirs. */
  @Optional({ nullable: false })
  @AreVariableValues()
  values?: EnvironmentVariableValueDto[];
}

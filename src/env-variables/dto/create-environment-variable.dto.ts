import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { VARIABLE_TYPES, type VariableType } from '../environment-variable.schema.js';
import { AreVariableValues, IsVariableKey } from './environment-variable-fields.decorators.js';
import type { EnvironmentVariableValueDto } from './environment-variable-value.dto.js';

/** A new variable. */
export class CreateEnvironmentVariableDto {
  /**
   * Name of the variable in templates and conditions, unique in the organization. Capitals count; `name` and `type` are
   * those of the environment itself.
   * @example SHOP_URL
   */
  @IsVariableKey()
  key: string;

  /** Kind of value. */
  @Optional({ nullable: false })
  @IsIn(VARIABLE_TYPES)
  @ApiProperty({ enum: VARIABLE_TYPES })
  type: VariableType = 'string';

  /** Whether values are encrypted at rest and never shown again. */
  @Optional({ nullable: false })
  @IsBoolean()
  isSecret: boolean = false;

  /** Its values, one per environment. An environment without one does not know the variable. */
  @Optional({ nullable: false })
  @AreVariableValues()
  values: EnvironmentVariableValueDto[] = [];
}

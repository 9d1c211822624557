import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotIn,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IsEnvironmentId } from '../environments/environments.dto.js';
import { type EnvironmentRef, mayIn } from '../auth/environment-ref.js';
import { dto } from '../platform/http/dto.js';
import { MASK } from '../platform/values/mask.js';
import { Optional } from '../platform/validation/decorators.js';
import {
  type EnvironmentVariable,
  MAX_KEY_LENGTH,
  MAX_VALUE_LENGTH,
  MAX_VALUES,
  RESERVED_KEYS,
  VARIABLE_TYPES,
  type VariableType,
} from './environment-variable.schema.js';

/** The value of a variable in one environment. */
export class EnvironmentVariableValueDto {
  /**
   * Internal id of the environment.
   * @example 6925a1f0c0ffee0123456789
   */
  @IsEnvironmentId()
  _environmentId: string;

  /**
   * The value; of a secret variable it is only ever shown as `••••••••`.
   * @example https://shop.example.com
   */
  @IsString()
  @MaxLength(MAX_VALUE_LENGTH)
  value: string;
}

/** The name of a variable, as templates write it after `env.`. */
export function IsVariableKey(): PropertyDecorator {
  return applyDecorators(
    Matches(/^[A-Za-z][A-Za-z0-9_]*$/, {
      message: '$property must begin with a letter and consist of letters, digits and underscores',
    }),
    IsNotIn(RESERVED_KEYS, { message: '$property must not be name or type, which are those of the environment' }),
    MaxLength(MAX_KEY_LENGTH),
  );
}

/** Values of different environments. */
export function AreVariableValues(): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMaxSize(MAX_VALUES),
    IsObject({ each: true }),
    ArrayUnique(environmentOf, { message: '$property must name each environment once' }),
    ValidateNested({ each: true }),
    Type(() => EnvironmentVariableValueDto),
  );
}

// Called before the values themselves are checked. A value that is not an id is returned unchanged, so that validation
// refuses it.
function environmentOf(value: unknown): unknown {
  const id = value instanceof EnvironmentVariableValueDto ? value._environmentId : value;
  return typeof id === 'string' ? id.toLowerCase() : value;
}

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

/** A value that templates and conditions read as `env.<key>`: one for each environment of the organization. */
export class EnvironmentVariableDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /** Id of the organization it belongs to. */
  _organizationId: string;

  /**
   * Name of the variable.
   * @example SHOP_URL
   */
  key: string;

  /** Kind of value. */
  @ApiProperty({ enum: VARIABLE_TYPES })
  type: VariableType;

  /** Whether values are encrypted at rest and never shown again. */
  isSecret: boolean;

  /** Its values, one per environment; those of a secret as `••••••••`. */
  values: EnvironmentVariableValueDto[];

  /**
   * When it was created, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When it was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

export function toEnvironmentVariableDto(
  { caller }: EnvironmentRef,
  variable: EnvironmentVariable,
): EnvironmentVariableDto {
  const { _id, organizationId, key, type, isSecret, values, createdAt, updatedAt } = variable;
  return dto<EnvironmentVariableDto>({
    _id,
    _organizationId: organizationId,
    key,
    type,
    isSecret,
    values: values
      .filter(({ environmentId }) => mayIn({ id: environmentId, caller }, 'variables:read'))
      .map(({ environmentId, value }) =>
        dto<EnvironmentVariableValueDto>({
          _environmentId: environmentId,
          value: isSecret ? MASK : value,
        }),
      ),
    createdAt,
    updatedAt,
  });
}

/** Which variables to list. */
export class ListEnvironmentVariablesQueryDto {
  /**
   * Part of the key, ignoring case.
   * @example shop
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  search?: string;
}

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
   * Whether values are encrypted at rest and never shown again. A secret variable becomes open only together with a new
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

/** A workflow that uses a variable. */
export class EnvironmentVariableWorkflowDto {
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

/** Where a variable is used. */
export class EnvironmentVariableUsageDto {
  /** Workflows whose steps use it, in any environment of the organization, by identifier. */
  workflows: EnvironmentVariableWorkflowDto[];
}

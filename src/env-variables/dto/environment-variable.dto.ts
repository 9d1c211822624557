import { ApiProperty } from '@nestjs/swagger';
import { type EnvironmentVariable, VARIABLE_TYPES, type VariableType } from '../environment-variable.schema.js';
import { MASK } from '../variable-limits.js';
import type { EnvironmentVariableValueDto } from './environment-variable-value.dto.js';

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

export function toEnvironmentVariableDto(variable: EnvironmentVariable): EnvironmentVariableDto {
  const { _id, organizationId, key, type, isSecret, values, createdAt, updatedAt } = variable;
  return {
    _id: _id.toHexString(),
    _organizationId: organizationId.toHexString(),
    key,
    type,
    isSecret,
    values: values.map(({ environmentId, value }) => ({
      _environmentId: environmentId.toHexString(),
      value: isSecret ? MASK : value,
    })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

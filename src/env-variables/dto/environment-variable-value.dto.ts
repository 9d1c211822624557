import { IsString, MaxLength } from 'class-validator';
import { IsEnvironmentId } from '../../environments/dto/environment-name.decorators.js';
import { MAX_VALUE_LENGTH } from '../variable-limits.js';

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

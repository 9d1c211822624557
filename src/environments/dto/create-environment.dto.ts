import { Optional } from '../../platform/validation/optional.decorator.js';
import { IsColor, IsEnvironmentId, IsEnvironmentName } from './environment-name.decorators.js';

/** A new environment. */
export class CreateEnvironmentDto {
  /**
   * Name for people, unique in the organization.
   * @example Staging
   */
  @IsEnvironmentName()
  name: string;

  /**
   * Internal id of the environment this one receives its changes from.
   * @example 6925a1f0c0ffee0123456789
   */
  @Optional({ nullable: false })
  @IsEnvironmentId()
  parentId?: string;

  /**
   * For telling environments apart at a glance.
   * @example #33aa77
   */
  @Optional({ nullable: false })
  @IsColor()
  color?: string;
}

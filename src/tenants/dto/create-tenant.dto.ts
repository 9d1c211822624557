import { Raw } from '../../platform/http/raw.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { IsTenantData, IsTenantIdentifier, IsTenantName } from './tenant-fields.decorators.js';

/** A new tenant. */
export class CreateTenantDto {
  /**
   * Your own id of the tenant, unique inside the environment.
   * @example acme
   */
  @IsTenantIdentifier()
  identifier: string;

  /**
   * Name for people.
   * @example Acme Inc.
   */
  @Optional({ nullable: false })
  @IsTenantName()
  name?: string;

  /**
   * Anything you want to use in templates and conditions, at most 64 KB as JSON.
   * @example { "plan": "pro" }
   */
  @Raw()
  @Optional({ nullable: false })
  @IsTenantData()
  data?: Record<string, unknown>;
}

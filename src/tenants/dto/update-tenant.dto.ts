import { Raw } from '../../platform/http/raw.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { IsTenantData, IsTenantIdentifier, IsTenantName } from './tenant-fields.decorators.js';

/** The fields of a tenant to change; absent ones stay as they are. */
export class UpdateTenantDto {
  /**
   * New id of the tenant. Triggers that name the former one find nothing any more.
   * @example acme
   */
  @Optional({ nullable: false })
  @IsTenantIdentifier()
  identifier?: string;

  /**
   * Name for people.
   * @example Acme Inc.
   */
  @Optional({ nullable: false })
  @IsTenantName()
  name?: string;

  /**
   * Anything you want to use in templates and conditions, at most 64 KB as JSON. Replaces what is stored.
   * @example { "plan": "pro" }
   */
  @Raw()
  @Optional({ nullable: false })
  @IsTenantData()
  data?: Record<string, unknown>;
}

import { Verbatim } from '../../platform/http/verbatim.decorator.js';
import { MayBeAbsent } from '../../platform/validation/may-be-absent.decorator.js';
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
  @MayBeAbsent()
  @IsTenantName()
  name?: string;

  /**
   * Anything you want to use in templates and conditions, at most 64 KB as JSON.
   * @example { "plan": "pro" }
   */
  @Verbatim()
  @MayBeAbsent()
  @IsTenantData()
  data?: Record<string, unknown>;
}

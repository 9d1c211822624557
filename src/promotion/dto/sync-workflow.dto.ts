import { IsEnvironmentReference } from './is-environment-reference.decorator.js';

/** Where to take a workflow. */
export class SyncWorkflowDto {
  /**
   * Another environment of the organization: its internal id, its slug, or its identifier.
   * @example 6925a1f0c0ffee0123456789
   */
  @IsEnvironmentReference()
  targetEnvironmentId: string;
}

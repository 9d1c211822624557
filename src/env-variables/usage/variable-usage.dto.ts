/** A workflow that uses a variable. */
export class EnvironmentVariableWorkflowDto {
  /**
   * Name for people.
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

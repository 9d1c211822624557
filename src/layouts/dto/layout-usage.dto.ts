/** A workflow that uses something. */
export class UsingWorkflowDto {
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

/** Where a layout is used. */
export class LayoutUsageDto {
  /** The workflows whose emails it frames, by identifier. */
  workflows: UsingWorkflowDto[];
}

/** What can be wrong with a control value: a closed list that clients know. */
export const CONTENT_ISSUE_TYPES = [
  'ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
  'INVALID_FILTER_ARG_IN_VARIABLE',
  'INVALID_URL',
  'MISSING_VALUE',
  'TIER_LIMIT_EXCEEDED',
  'UNSUPPORTED_PROPERTY',
] as const;

export type ContentIssueType = (typeof CONTENT_ISSUE_TYPES)[number];

/** A warning keeps nothing from being delivered. */
export const ISSUE_SEVERITIES = ['error', 'warning'] as const;

export type IssueSeverity = (typeof ISSUE_SEVERITIES)[number];

/** Something that is wrong with a control of a step. */
export interface ControlIssue {
  /** Path of the control, such as `primaryAction.label`. */
  field: string;
  issueType: ContentIssueType;
  /** A sentence for the author. */
  message: string;
  /** The variable that is meant, as in `payload.orderId`. */
  variableName?: string;
  /** Absent: an error. */
  severity?: 'warning';
}

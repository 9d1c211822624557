import type { Integration } from '../../integrations/integration.schema.js';
import { MESSAGE_STEPS, type StepType } from '../steps/step-kinds.js';

/** Problems of a control value. Clients rely on this closed list. */
export const CONTENT_ISSUE_TYPES = [
  'ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
  'INVALID_FILTER_ARG_IN_VARIABLE',
  'INVALID_URL',
  'MISSING_VALUE',
  'TIER_LIMIT_EXCEEDED',
  'UNSUPPORTED_PROPERTY',
] as const;

export type ContentIssueType = (typeof CONTENT_ISSUE_TYPES)[number];

/** A warning does not prevent delivery. */
export const ISSUE_SEVERITIES = ['error', 'warning'] as const;

export type IssueSeverity = (typeof ISSUE_SEVERITIES)[number];

/** Something that is wrong with a control of a step. */
export interface ControlIssue {
  /** Path of the control, such as `primaryAction.label`. */
  field: string;
  issueType: ContentIssueType;
  /** A sentence for the author. */
  message: string;
  /** The variable concerned, such as `payload.orderId`. */
  variableName?: string;
  /** Absent: an error. */
  severity?: 'warning';
}

/** Whether the issue keeps the step from being delivered as its author intended. */
export function isBlocking({ severity }: Pick<ControlIssue, 'severity'>): boolean {
  return severity !== 'warning';
}

/** Why a channel cannot be used. */
export const INTEGRATION_ISSUE_TYPES = ['MISSING_INTEGRATION'] as const;

export type IntegrationIssueType = (typeof INTEGRATION_ISSUE_TYPES)[number];

export interface IntegrationIssue {
  issueType: IntegrationIssueType;
  /** A sentence for the author. */
  message: string;
}

/** Returns the step types that cannot be delivered with these active integrations of the environment (G9, G11). */
export function missingIntegrations(active: readonly Pick<Integration, 'channel'>[]): ReadonlySet<StepType> {
  const channels = new Set(active.map(({ channel }) => channel));
  return new Set<StepType>(MESSAGE_STEPS.filter((type) => !channels.has(type)));
}

export function missingIntegration(type: StepType): IntegrationIssue {
  return { issueType: 'MISSING_INTEGRATION', message: `The environment has no active integration for ${type}` };
}

/** An issue of a workflow that does not concern a single control. */
export interface WorkflowIssue {
  issueType: 'DUPLICATE_VALUE' | 'UNSUPPORTED_PROPERTY';
  message: string;
  severity: 'warning';
}

/**
 * Returns issues by field path, such as `steps.1.name`: steps with the same name can only be distinguished by their
 * ids.
 */
export function workflowIssues({ steps }: { steps: readonly { name: string }[] }): Record<string, WorkflowIssue> {
  const first = new Map<string, number>();
  return Object.fromEntries(
    steps.flatMap(({ name }, index): [string, WorkflowIssue][] => {
      const key = name.trim().toLowerCase();
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, index);
        return [];
      }
      const message = `Step ${earlier + 1} has the name '${name}', too`;
      return [[`steps.${index}.name`, { issueType: 'DUPLICATE_VALUE', message, severity: 'warning' }]];
    }),
  );
}

import type { Integration } from '../../integrations/integration.schema.js';
import type { StepType } from '../steps/step-kinds.js';

/** Why a channel cannot be used. */
export const INTEGRATION_ISSUE_TYPES = ['MISSING_INTEGRATION'] as const;

export type IntegrationIssueType = (typeof INTEGRATION_ISSUE_TYPES)[number];

export interface IntegrationIssue {
  issueType: IntegrationIssueType;
  /** A sentence for the author. */
  message: string;
}

/** Kinds of steps that send through an integration of the channel of the same name. */
const CHANNEL_STEPS = ['in_app', 'email', 'sms', 'push', 'chat', 'tool'] as const satisfies StepType[];

/** Kinds of steps that cannot be delivered while these are the active integrations of their environment (G9, G11). */
export function missingIntegrations(active: readonly Pick<Integration, 'channel'>[]): ReadonlySet<StepType> {
  const channels = new Set(active.map(({ channel }) => channel));
  return new Set<StepType>(CHANNEL_STEPS.filter((type) => !channels.has(type)));
}

export function missingIntegration(type: StepType): IntegrationIssue {
  return { issueType: 'MISSING_INTEGRATION', message: `The environment has no active integration for ${type}` };
}

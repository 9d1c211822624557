import { findAdapter } from '#libs/providers/providers.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { isSubscription } from '../kind.js';
import type { Workflow } from '../workflow.schema.js';
import type { WorkflowIssue } from './issue.js';

/**
 * Why mail services will not offer to unsubscribe from a subscription with one click (behaviour CS7). `active`: the integrations
 * of its environment; `address`: that of this installation.
 */
export function subscriptionIssues(
  workflow: Pick<Workflow, 'kind' | 'preferences' | 'steps'>,
  active: readonly Pick<Integration, 'channel' | 'providerId' | 'name'>[],
  address: string,
): Record<string, WorkflowIssue> {
  if (!isSubscription(workflow) || !workflow.steps.some(({ type }) => type === 'email')) return {};
  const problems = active.flatMap(({ channel, providerId, name }) => {
    const why = channel === 'email' && findAdapter(channel, providerId)?.noUnsubscribeHeaders;
    return why ? [`Emails through '${name}' do not say in their headers how to unsubscribe: ${why}.`] : [];
  });
  if (!address.startsWith('https:')) {
    problems.push(
      `Mail services unsubscribe over https alone: set PUBLIC_URL to such an address, in place of ${address}.`,
    );
  }
  if (problems.length === 0) return {};
  return { kind: { issueType: 'UNSUPPORTED_PROPERTY', message: problems.join(' '), severity: 'warning' } };
}

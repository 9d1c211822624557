import { type Channel, isChannel } from '#libs/channels.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { subscriptionIssues } from '../issues/subscription-issues.js';
import type { Workflow } from '../workflow.schema.js';
import type { Finding } from './finding.js';

type Sender = Pick<Integration, 'channel' | 'providerId' | 'name' | 'primary' | 'refusal'>;

/** Where a workflow is sent: the name of the environment, and the address of this installation. */
interface Place {
  environment: string;
  address: string;
}

const NAMES: Readonly<Record<Channel, string>> = {
  in_app: 'in-app messages',
  email: 'email',
  sms: 'SMS',
  push: 'push notifications',
  chat: 'chat',
  tool: 'tools',
};

/**
 * Returns the steps whose channel has no provider that can be used, and what the providers of a subscription cannot do
 * (behaviour CK9). `active`: the integrations that are switched on where it is sent.
 */
export function channelFindings(
  workflow: Pick<Workflow, 'kind' | 'preferences' | 'steps'>,
  active: readonly Sender[],
  { environment, address }: Place,
): Finding[] {
  const ofSteps = workflow.steps.flatMap(({ stepId, type }) =>
    isChannel(type) ? senderFindings(type, active, environment).map((one) => ({ ...one, stepId, channel: type })) : [],
  );
  const ofKind = Object.entries(subscriptionIssues(workflow, active, address)).map(
    ([field, { message, severity }]): Finding => ({ code: 'one_click_unsubscribe', severity, field, message }),
  );
  return [...ofSteps, ...ofKind];
}

function senderFindings(
  channel: Channel,
  active: readonly Sender[],
  environment: string,
): Pick<Finding, 'code' | 'severity' | 'message'>[] {
  const own = active.filter((one) => one.channel === channel);
  if (own.length === 0) {
    const message = `${environment} has no active integration for ${NAMES[channel]}. Add one, or enable one.`;
    return [{ code: 'channel_unavailable', severity: 'error', message }];
  }
  const refusing = own.filter(({ refusal }) => refusal);
  if (refusing.length === 0) return [];
  const names = refusing.map(({ name }) => `'${name}'`).join(', ');
  const message = `The provider refuses ${names} in ${environment}: ${refusing[0]!.refusal!.error}. Look at its credentials.`;
  return refusing.length === own.length
    ? [{ code: 'channel_unavailable', severity: 'error', message }]
    : [{ code: 'provider_refuses', severity: 'warning', message }];
}

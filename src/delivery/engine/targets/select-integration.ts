import { evaluateFilters } from '#libs/conditions/filters/evaluate-filters.js';
import type { FilterData } from '#libs/conditions/filters/filter.js';
import type { Channel } from '#libs/channels.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import { isOutboxProvider } from '../../../outbox/outbox-rules.js';
import type { ChannelCredentials } from '../../../subscribers/subscriber.schema.js';
import { type RunScope, templateScope } from '../run-input.js';

/**
 * Returns the integration for an email or SMS step (behaviour G2): the one the trigger names, whatever its conditions and
 * without fallback (G3); else, of the integrations whose conditions pass, the one with the highest priority, and of several
 * the newest; else the primary. Undefined when there is none (G9): an integration without conditions that is not primary is
 * not selected (G4).
 */
export async function selectIntegration(
  scope: RunScope,
  channel: Channel,
  identifier: unknown,
): Promise<Integration | undefined> {
  const ofChannel = scope.integrations.filter((one) => one.channel === channel);
  if (typeof identifier === 'string') return ofChannel.find((one) => one.identifier === identifier);
  for (const one of ofChannel.filter(isConditional).toSorted(byPriority)) {
    if (await passes(one, scope)) return one;
  }
  return ofChannel.find(({ primary }) => primary) ?? ofChannel.find(({ nextPrimary }) => nextPrimary);
}

/**
 * Returns the integrations for the failover of an email or SMS (behaviour S1): those whose conditions pass, then those of the
 * channel without conditions, either by priority, of equals the newest first. Never the outbox: a message that is kept there
 * has reached nobody. None when the trigger names its integration (G3),
 * or the environment has failover switched off.
 */
export async function failoverIntegrations(
  scope: RunScope,
  chosen: Integration,
  identifier: unknown,
): Promise<Integration[]> {
  if (typeof identifier === 'string' || scope.env.failover === false) return [];
  const ofChannel = scope.integrations
    .filter((one) => one.channel === chosen.channel && !one._id.equals(chosen._id) && !isOutboxProvider(one.providerId))
    .toSorted(byPriority);
  const passing = await passingIntegrations(ofChannel.filter(isConditional), scope);
  return [...passing, ...ofChannel.filter((one) => !isConditional(one))];
}

/** Returns integrations whose conditions pass, and those without conditions (behaviour K1). */
export async function passingIntegrations(
  integrations: readonly Integration[],
  scope: RunScope,
): Promise<Integration[]> {
  const passing: Integration[] = [];
  for (const one of integrations) {
    if (!isConditional(one) || (await passes(one, scope))) passing.push(one);
  }
  return passing;
}

function isConditional({ conditions }: Integration): boolean {
  return conditions.length > 0;
}

// The sort is stable: integrations are listed newest first, and stay so among equals.
function byPriority(a: Integration, b: Integration): number {
  return (b.priority ?? 0) - (a.priority ?? 0);
}

/** Conditions that cannot be evaluated do not pass (X9). */
async function passes({ conditions }: Integration, scope: RunScope): Promise<boolean> {
  const result = await evaluateFilters(conditions, conditionData(scope));
  return result.ok && result.value;
}

/** Behaviour G7: conditions read context and workflow as `payload`, not the payload itself. */
function conditionData(scope: RunScope): FilterData {
  const { subscriber, context, workflow } = templateScope(scope);
  return { now: scope.now, subscriber, payload: { context, workflow } };
}

/** An integration for which the subscriber has credentials. */
interface SubscriberTarget {
  integration: Integration;
  credentials: ChannelCredentials;
  /** When each device was registered, by `tokenKey`. */
  registeredAt?: Record<string, Date>;
}

/** Returns all active integrations of a channel for which the subscriber has credentials (behaviour G8). */
export function subscriberTargets({ openChannels, integrations }: RunScope, channel: Channel): SubscriberTarget[] {
  return openChannels().flatMap(({ integrationId, credentials, registeredAt }) => {
    const integration = integrations.find((one) => one.channel === channel && one._id.equals(integrationId));
    return integration ? [{ integration, credentials, ...(registeredAt && { registeredAt }) }] : [];
  });
}

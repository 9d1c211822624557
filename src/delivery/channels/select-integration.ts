import { evaluateFilters } from '#libs/conditions/filters/evaluate-filters.js';
import type { FilterData } from '#libs/conditions/filters/filter-data.js';
import type { Channel, Integration } from '../../integrations/integration.schema.js';
import { type RunScope, templateScope } from '../run-input.js';

/**
 * The integration an email or SMS step sends through (behaviour G2): the one the trigger names, without asking for its
 * conditions and without falling back to another (G3); else, of those whose conditions pass, the one of the highest
 * priority, and of several of these the newest; else the primary. Undefined when there is none (G9): an integration that
 * has no conditions and is not primary is not picked (G4).
 */
export async function selectIntegration(
  scope: RunScope,
  channel: Channel,
  identifier: unknown,
): Promise<Integration | undefined> {
  const ofChannel = scope.integrations.filter((one) => one.channel === channel);
  if (typeof identifier === 'string') return ofChannel.find((one) => one.identifier === identifier);
  const conditional = ofChannel.filter(({ conditions }) => conditions.length > 0).toSorted(byPriority);
  return (
    (conditional.length > 0 ? await firstThatPasses(conditional, conditionData(scope)) : undefined) ??
    ofChannel.find(({ primary }) => primary) ??
    ofChannel.find(({ nextPrimary }) => nextPrimary)
  );
}

/**
 * The integrations an email or SMS goes on to when the chosen one has failed too often (behaviour S1): those whose
 * conditions pass, then the others of the channel that have none, newest first. None when the trigger names its
 * integration (G3), and where the environment does not want it.
 */
export async function othersOf(scope: RunScope, chosen: Integration, identifier: unknown): Promise<Integration[]> {
  if (typeof identifier === 'string' || scope.environment.failover === false) return [];
  const ofChannel = scope.integrations.filter((one) => one.channel === chosen.channel && !one._id.equals(chosen._id));
  const conditional = ofChannel.filter(({ conditions }) => conditions.length > 0).toSorted(byPriority);
  const passing = conditional.length > 0 ? await thoseThatPass(conditional, conditionData(scope)) : [];
  return [...passing, ...ofChannel.filter(({ conditions }) => conditions.length === 0)];
}

/** Those whose conditions pass, and those that have none (behaviour K1). */
export async function whoseConditionsPass(
  integrations: readonly Integration[],
  scope: RunScope,
): Promise<Integration[]> {
  const conditional = integrations.filter(({ conditions }) => conditions.length > 0);
  const passing = conditional.length > 0 ? await thoseThatPass(conditional, conditionData(scope)) : [];
  return integrations.filter((one) => one.conditions.length === 0 || passing.includes(one));
}

async function thoseThatPass(integrations: readonly Integration[], data: FilterData): Promise<Integration[]> {
  const passing: Integration[] = [];
  for (const integration of integrations) {
    if (await firstThatPasses([integration], data)) passing.push(integration);
  }
  return passing;
}

// They come newest first, and stay so among equals.
function byPriority(a: Integration, b: Integration): number {
  return (b.priority ?? 0) - (a.priority ?? 0);
}

async function firstThatPasses(
  integrations: readonly Integration[],
  data: FilterData,
): Promise<Integration | undefined> {
  for (const integration of integrations) {
    const result = await evaluateFilters(integration.conditions, data);
    // What cannot be evaluated does not pass (X9).
    if (result.ok && result.value) return integration;
  }
  return undefined;
}

/** Behaviour G7: what conditions read as `payload` is context and workflow; the payload itself stays out. */
function conditionData(scope: RunScope): FilterData {
  const { subscriber, context, workflow } = templateScope(scope);
  return { now: scope.now, subscriber, payload: { context, workflow } };
}

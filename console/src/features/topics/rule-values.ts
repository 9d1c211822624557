import type { Schemas } from '../../api/client';
import type { SubscriptionDetails } from './reads';

/** What a rule does with the notifications of its workflow. */
export const WAYS = {
  on: 'Always reaches it',
  off: 'Never reaches it',
  condition: 'Reaches it under a condition',
} as const;

export type Way = keyof typeof WAYS;

/** A rule for one workflow, while it is edited. */
export interface Rule {
  workflowId: string;
  way: Way;
  /** JSON-logic, kept while another way is looked at. */
  condition: unknown;
}

/** The rules of a subscription; those that fit no workflow have nothing by which they could be named. */
export function rulesOf(preferences: SubscriptionDetails['preferences']): Rule[] {
  return preferences.flatMap(({ workflow, enabled, condition }) =>
    workflow === null
      ? []
      : [{ workflowId: workflow.identifier, way: condition ? 'condition' : enabled ? 'on' : 'off', condition }],
  );
}

/** What is missing: a condition without comparisons would count as none. */
export function checkRules(rules: readonly Rule[]): string | null {
  const open = rules.find(({ way, condition }) => way === 'condition' && typeof condition !== 'object');
  return open ? `The condition for ${open.workflowId} is not complete: add a comparison, or correct its JSON` : null;
}

/** The changes of a form. Rules are replaced as a whole, so all are sent when one has changed. */
export function bodyOf(
  { name, preferences }: { name: string; preferences: readonly Rule[] },
  stored: SubscriptionDetails,
): Schemas['UpdateSubscriptionDto'] {
  const [next, former] = [preferences, rulesOf(stored.preferences)].map((rules) => rules.map(ruleOf));
  return {
    ...(name.trim() !== (stored.name ?? '') && { name: name.trim() }),
    ...(JSON.stringify(next) !== JSON.stringify(former) && { preferences: next }),
  };
}

function ruleOf({ workflowId, way, condition }: Rule): Schemas['WorkflowPreferenceRequestDto'] {
  if (way === 'condition') return { workflowId, condition: (condition ?? {}) as Record<string, unknown> };
  return { workflowId, enabled: way === 'on' };
}

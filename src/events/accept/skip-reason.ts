import type { Workflow } from '../../workflows/workflow.schema.js';
import type { TriggerStatus } from '../events.dto.js';
import type { Trigger } from './read-trigger.js';

/**
 * Behaviour T8, T9, T15: why a trigger that is understood leads to nothing; undefined when it leads to something.
 * `tenants` are those the environment has, by identifier.
 */
export function skipReason(
  workflow: Workflow,
  { tenant }: Pick<Trigger, 'tenant'>,
  tenants: ReadonlyMap<string, unknown>,
): TriggerStatus | undefined {
  if (!workflow.active) return 'trigger_not_active';
  if (workflow.steps.length === 0) return 'no_workflow_steps_defined';
  if (tenant && !tenants.has(tenant.identifier)) return 'no_tenant_found';
  return undefined;
}

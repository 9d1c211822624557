import type { Workflow } from './workflow.schema.js';

/**
 * Whether subscribers cannot opt out of the workflow: the highest of its own layers that speaks decides
 * (behaviour F3); a workflow that says nothing is not critical (F13).
 */
export function isCritical({ preferences }: Pick<Workflow, 'preferences'>): boolean {
  return preferences.user?.all.readOnly ?? preferences.workflow?.all.readOnly ?? false;
}

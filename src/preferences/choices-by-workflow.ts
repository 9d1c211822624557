import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import { BadRequestException, NotFoundException } from '@nestjs/common';
import { IdMap } from '../platform/ids.js';
import { isCritical, type WorkflowSummary } from '../workflows/workflow.schema.js';

/** A subscriber's choice for a workflow, named by its identifier, internal id or slug. */
export interface WorkflowChoice {
  workflowId: string;
  layer: PreferenceLayer;
}

/**
 * Returns one choice per workflow, in the order of their first occurrence; of two choices for one workflow and channel
 * the later one applies. `known`: the workflows by the texts that name them. Throws 404 when some are unknown, 400 when
 * some are critical (behaviour F3).
 */
export function choicesByWorkflow(
  choices: readonly WorkflowChoice[],
  known: ReadonlyMap<string, WorkflowSummary>,
): { workflow: WorkflowSummary; layer: PreferenceLayer }[] {
  const names = choices.map(({ workflowId }) => workflowId);
  assertChangeable(names, known);
  const byWorkflow = new IdMap<{ workflow: WorkflowSummary; layer: PreferenceLayer }>();
  for (const { workflowId, layer } of choices) {
    const workflow = known.get(workflowId)!;
    const { _id: id } = workflow;
    byWorkflow.set(id, { workflow, layer: merged(byWorkflow.get(id)?.layer, layer) });
  }
  return [...byWorkflow.values()];
}

/** Throws 404 when some of the names are unknown, 400 when some belong to critical workflows (behaviour F3). */
export function assertChangeable(names: readonly string[], known: ReadonlyMap<string, WorkflowSummary>): void {
  const unknown = new Set(names.filter((name) => !known.has(name)));
  if (unknown.size > 0) throw new NotFoundException(sentence(unknown, 'was not found', 'were not found'));
  const critical = new Set(names.filter((name) => isCritical(known.get(name)!)));
  if (critical.size > 0) {
    const reason = 'critical: subscribers cannot change preferences for';
    throw new BadRequestException(sentence(critical, `is ${reason} it`, `are ${reason} them`));
  }
}

function merged(earlier: PreferenceLayer | undefined, later: PreferenceLayer): PreferenceLayer {
  return { ...earlier, ...later, channels: { ...earlier?.channels, ...later.channels } };
}

function sentence(names: ReadonlySet<string>, ofOne: string, ofSeveral: string): string {
  const list = [...names].map((name) => `'${name}'`).join(', ');
  return names.size === 1 ? `Workflow ${list} ${ofOne}` : `Workflows ${list} ${ofSeveral}`;
}

import { identifierCandidates, nameSlug } from '../platform/ids/identifiers.js';

const FALLBACK_WORKFLOW_ID = 'workflow';
const FALLBACK_STEP_ID = 'step';

/** Identifiers to try for a workflow that brings none. */
export function workflowIdCandidates(name: string): string[] {
  return identifierCandidates(name, FALLBACK_WORKFLOW_ID);
}

interface NamedStep {
  name: string;
  stepId?: string;
}

/** The steps with an id each: as given, else the slug of the name, numbered where that is taken. */
export function assignStepIds<Step extends NamedStep>(steps: readonly Step[]): (Step & { stepId: string })[] {
  const taken = new Set(steps.map(({ stepId }) => stepId));
  return steps.map((step) => {
    const stepId = step.stepId ?? freeStepId(step.name, taken);
    taken.add(stepId);
    return { ...step, stepId };
  });
}

function freeStepId(name: string, taken: ReadonlySet<string | undefined>): string {
  const slug = nameSlug(name) || FALLBACK_STEP_ID;
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  return id;
}

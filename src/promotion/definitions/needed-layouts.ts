import type { WorkflowDefinition } from './definition.js';
import type { DefinitionSet } from './definition-set.js';

/** The identifiers of layouts that the emails of a workflow name, each once. */
function namedLayouts({ steps }: WorkflowDefinition): Set<string> {
  const named = steps.map(({ type, controlValues: { layoutId } }) => (type === 'email' ? layoutId : undefined));
  return new Set(named.filter((layoutId) => typeof layoutId === 'string'));
}

/** Whether an email of the workflow takes whatever layout is the default. Null means none, and is a choice. */
function takesDefault({ steps }: WorkflowDefinition): boolean {
  return steps.some(({ type, controlValues }) => type === 'email' && controlValues['layoutId'] === undefined);
}

/**
 * The layouts of `source` without which the workflow does not look the same in `target`: those its emails name, and
 * the default one when an email relies on it and the target has none to offer.
 */
export function neededLayouts(workflow: WorkflowDefinition, source: DefinitionSet, target: DefinitionSet): string[] {
  const needed = namedLayouts(workflow);
  const { defaultLayoutId } = source;
  if (defaultLayoutId !== undefined && target.defaultLayoutId === undefined && takesDefault(workflow)) {
    needed.add(defaultLayoutId);
  }
  return [...needed].filter((layoutId) => source.has('layout', layoutId));
}

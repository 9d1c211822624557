import { parseDocument, stringify, visit } from 'yaml';
import { type LayoutDefinition, withSortedKeys, type WorkflowDefinition } from '../definitions/definition.js';

const WRITING = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** The text of a file: the fields in the order of the definition, what authors name themselves in alphabetical order. */
export function toYaml(definition: WorkflowDefinition | LayoutDefinition): string {
  return stringify(inFileOrder(definition), WRITING);
}

/**
 * The value of a file, checked to be what JSON could say. Throws an error that names line and column; values that are
 * written twice by an anchor are refused, as a few lines could stand for gigabytes.
 */
export function fromYaml(text: string): unknown {
  const document = parseDocument(text, { merge: false, uniqueKeys: true, prettyErrors: true });
  const [problem] = document.errors;
  if (problem) throw new Error(problem.message.trim());
  visit(document, {
    Alias() {
      throw new Error('Anchors and aliases are not used here: write the value out');
    },
    Scalar(_key, { value }) {
      if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) {
        throw new Error(`${String(value)} is no number that JSON knows`);
      }
    },
  });
  return document.toJS();
}

function inFileOrder(definition: WorkflowDefinition | LayoutDefinition): object {
  const translations = withSortedKeys(definition.translations);
  if (!('steps' in definition)) return { ...definition, translations };
  return {
    ...definition,
    ...(definition.payloadSchema && { payloadSchema: withSortedKeys(definition.payloadSchema) }),
    preferences: withSortedKeys(definition.preferences),
    steps: definition.steps.map((step) => ({ ...step, controlValues: withSortedKeys(step.controlValues) })),
    translations,
  };
}

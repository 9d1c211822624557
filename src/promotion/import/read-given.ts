import { ConflictException, HttpException } from '@nestjs/common';
import { DefinitionSet, keyOf, type Resource, type ResourceKind } from '../definitions/definition.js';
import type { GivenDefinitionsDto } from '../definitions.dto.js';
import type { Outcome } from '../publish/outcome.js';
import { givenLayout, givenWorkflow, type ReadingRules } from './given-definitions.js';

/** Definitions of a request: those that are in order, and why the others are not. */
export interface Given {
  set: DefinitionSet;
  failed: Outcome[];
}

export async function readGiven(
  { layouts, workflows, defaultLayoutId }: GivenDefinitionsDto,
  rules: ReadingRules,
): Promise<Given> {
  const found = new Map<string, Resource>();
  const failed: Outcome[] = [];
  const read = async (kind: ResourceKind, given: object, position: number): Promise<void> => {
    try {
      const resource = await (kind === 'layout' ? givenLayout(given, rules) : givenWorkflow(given, rules));
      if (found.has(keyOf(resource))) throw new ConflictException('It is given more than once');
      found.set(keyOf(resource), resource);
    } catch (error) {
      if (!(error instanceof HttpException)) throw error;
      const { id, name } = labelOf(kind, given, position);
      failed.push({ kind, id, name, result: 'failed', error });
    }
  };
  for (const [position, layout] of layouts.entries()) await read('layout', layout, position);
  for (const [position, workflow] of workflows.entries()) await read('workflow', workflow, position);
  return { set: new DefinitionSet(found.values(), defaultLayoutId), failed };
}

/** What a definition calls itself, however broken it is. */
function labelOf(kind: ResourceKind, given: object, position: number): { id: string; name: string } {
  const fields = given as Record<string, unknown>;
  const identifier = fields[kind === 'layout' ? 'layoutId' : 'workflowId'];
  const id = typeof identifier === 'string' ? identifier : `(${kind}s[${position}])`;
  return { id, name: typeof fields['name'] === 'string' ? fields['name'] : id };
}

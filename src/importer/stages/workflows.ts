import { isObject } from '../../platform/values/is-object.js';
import type { DefinitionsDiffDto, StoreDefinitionsResultDto } from '../../promotion/definitions.dto.js';
import { type DefinitionsRequest, inBatches } from '../../promotion/files/api.js';
import { readOlderDefinitions } from '../older/definitions.js';
import type { Failure, FoundDefinition, FoundDefinitions, Item, Sides, Stage } from '../plan.js';
import { readDefinitions } from '../read-definitions.js';

/** Layouts and workflows with their translations, each replaced as a whole where it differs. */
export const workflows: Stage = {
  kind: 'workflows',
  async *compare(sides) {
    const { found, defaultLayoutId } = await readAll(sides);
    const path = `/v2/environments/${sides.toEnvironment.id}/definitions`;
    for (const { kind, id, definition, why, notes } of found) {
      if (definition === undefined) {
        yield { items: [{ type: kind, id, action: 'skip', notes, ...(why !== undefined && { why }) }] };
      }
    }
    const ofKind = (kind: FoundDefinition['kind']) =>
      found.flatMap((one) => (one.kind === kind && one.definition ? [one.definition] : []));
    const request: DefinitionsRequest = {
      layouts: ofKind('layout'),
      workflows: ofKind('workflow'),
      deleted: [],
      ...(defaultLayoutId !== undefined && { defaultLayoutId }),
    };
    const byId = new Map(found.map((one) => [`${one.kind} ${one.id}`, one]));
    // One after the other: workflows come after the layouts that they need.
    for (const batch of inBatches(request)) {
      const diff = await sides.to.ask<DefinitionsDiffDto>(`${path}/diff`, batch);
      const items = itemsOf(batch, diff, byId);
      const isWanted = (kind: Item['type'], id: string) =>
        items.some((one) => one.type === kind && one.id === id && (one.action === 'create' || one.action === 'change'));
      const wanted = {
        ...batch,
        layouts: batch.layouts.filter((one) => isWanted('layout', idOf('layout', one))),
        workflows: batch.workflows.filter((one) => isWanted('workflow', idOf('workflow', one))),
      };
      const write = async (): Promise<Failure[]> => {
        const { results } = await sides.to.write<StoreDefinitionsResultDto>('PUT', path, wanted);
        return results.flatMap(({ failed }) =>
          failed.map(({ kind, resourceId, error }) => ({ type: kind, id: resourceId, error })),
        );
      };
      yield { items, ...(wanted.layouts.length + wanted.workflows.length > 0 && { write }) };
    }
  },
};

/** Those of the present API, and those of the older one that the present does not list. */
async function readAll({ from }: Sides): Promise<FoundDefinitions> {
  const present = await readDefinitions(from);
  const known = new Set(present.found.map(({ kind, id }) => `${kind} ${id}`));
  const older = await readOlderDefinitions(from);
  const defaultLayoutId = present.defaultLayoutId ?? older.defaultLayoutId;
  return {
    found: [...present.found, ...older.found.filter(({ kind, id }) => !known.has(`${kind} ${id}`))],
    ...(defaultLayoutId !== undefined && { defaultLayoutId }),
  };
}

function itemsOf(
  batch: DefinitionsRequest,
  diff: DefinitionsDiffDto,
  byId: ReadonlyMap<string, FoundDefinition>,
): Item[] {
  const item = (type: 'layout' | 'workflow', definition: object): Item => {
    const id = idOf(type, definition);
    const notes = byId.get(`${type} ${id}`)?.notes ?? [];
    const failed = diff.failed.find((one) => one.kind === type && one.resourceId === id);
    if (failed) {
      return { type, id, action: 'skip', why: failed.error, notes: [...notes, { kind: 'lost', text: failed.error }] };
    }
    const found = diff.resources.find(
      ({ kind, sourceResource, targetResource }) => kind === type && (sourceResource ?? targetResource)?.id === id,
    );
    if (!found) return { type, id, action: 'same', notes };
    if (!found.targetResource) return { type, id, action: 'create', notes };
    const fields = found.changes.flatMap(({ diffs, kind }) => (diffs ? Object.keys(diffs.new ?? {}) : [kind]));
    return { type, id, action: 'change', why: [...new Set(fields)].join(', '), notes };
  };
  return [
    ...batch.layouts.map((definition) => item('layout', definition)),
    ...batch.workflows.map((definition) => item('workflow', definition)),
  ];
}

function idOf(kind: FoundDefinition['kind'], definition: object): string {
  const id = isObject(definition) ? definition[kind === 'layout' ? 'layoutId' : 'workflowId'] : undefined;
  return typeof id === 'string' ? id : '';
}

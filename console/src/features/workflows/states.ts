import { useChange } from '../../api/change';
import { api, type EnvironmentName, responseOf, type Schemas } from '../../api/client';
import { useEnvironment } from '../../api/session';

/** What may be set for several workflows at once. */
export type ChosenState = { active: boolean } | { archived: boolean };

export async function setState(
  environment: EnvironmentName,
  workflowIds: readonly string[],
  body: ChosenState,
): Promise<void> {
  for (const workflowId of workflowIds)
    await responseOf(api(environment).PATCH('/v2/workflows/{workflowId}', { params: { path: { workflowId } }, body }));
}

type Archivable = Pick<Schemas['WorkflowListItemDto'], 'workflowId' | 'name' | 'archived'>;

/** Archives a workflow, or restores one that is archived. */
export function useArchiving({ workflowId, name, archived = false }: Archivable): {
  run: () => void;
  isPending: boolean;
} {
  const environment = useEnvironment();
  const { mutate, isPending } = useChange({
    run: () => setState(environment, [workflowId], { archived: !archived }),
    resource: 'workflows',
    environment,
    done: archived ? `${name} was restored. It is inactive.` : `${name} was archived`,
  });
  return { run: () => mutate(), isPending };
}

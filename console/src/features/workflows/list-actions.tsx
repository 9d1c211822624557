import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown } from 'lucide-react';
import { useChange } from '../../api/change';
import { api, type EnvironmentName, responseOf, type Schemas } from '../../api/client';
import { useEnvironment, useRefusal } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { duplicateOf } from './draft';
import { type ChosenState, setState, useArchiving } from './states';

type Listed = Schemas['WorkflowListItemDto'];

/** Copies a workflow with its translations; the copy is inactive. */
async function duplicate(environment: EnvironmentName, workflowId: string): Promise<string> {
  const client = api(environment);
  const path = { workflowId };
  const { data: workflow } = await responseOf(
    client.GET('/v2/workflows/{workflowId}', { params: { path, query: {} } }),
  );
  const body = duplicateOf(workflow) as never;
  const { data: copy } = await responseOf(client.POST('/v2/workflows', { params: { query: {} }, body }));
  if (!workflow.isTranslationEnabled) return copy.name;
  const resource = { resourceType: 'workflow' as const, resourceId: workflowId };
  const group = await responseOf(
    client.GET('/v2/translations/group/{resourceType}/{resourceId}', { params: { path: resource } }),
  );
  for (const locale of group.data.locales) {
    const { data } = await responseOf(
      client.GET('/v2/translations/{resourceType}/{resourceId}/{locale}', {
        params: { path: { ...resource, locale } },
      }),
    );
    const { content } = data;
    await responseOf(
      client.POST('/v2/translations', { body: { ...resource, resourceId: copy.workflowId, locale, content } }),
    );
  }
  return copy.name;
}

async function removeAll(environment: EnvironmentName, workflowIds: readonly string[]): Promise<void> {
  for (const workflowId of workflowIds)
    await responseOf(api(environment).DELETE('/v2/workflows/{workflowId}', { params: { path: { workflowId } } }));
}

const CHANGES: Record<string, ChosenState> = {
  Activate: { active: true },
  Deactivate: { active: false },
  Archive: { archived: true },
};
const RESTORING: Record<string, ChosenState> = { Restore: { archived: false } };

const counted = (count: number): string => (count === 1 ? '1 workflow' : `${count} workflows`);

/** The actions of one row of the list. */
export function RowActions({ workflow }: { workflow: Listed }) {
  const { workflowId, name, status, origin, archived } = workflow;
  const environment = useEnvironment();
  const refusal = useRefusal('workflows:write');
  const isActive = status !== 'INACTIVE';
  const copy = useChange({
    run: () => duplicate(environment, workflowId),
    resource: 'workflows',
    environment,
    done: (made: string) => `${made} was created. It is inactive.`,
  });
  const power = useChange({
    run: () => setState(environment, [workflowId], { active: !isActive }),
    resource: 'workflows',
    environment,
    done: isActive ? `${name} is inactive` : `${name} is active`,
  });
  const archive = useArchiving(workflow);
  if (refusal !== undefined) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions of ${name}`}
          loading={copy.isPending || power.isPending || archive.isPending}
        >
          <ChevronDown size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {origin !== 'external' && <Menu.Item onClick={() => copy.mutate()}>Duplicate</Menu.Item>}
        {!archived && <Menu.Item onClick={() => power.mutate()}>{isActive ? 'Deactivate' : 'Activate'}</Menu.Item>}
        <Menu.Item onClick={archive.run}>{archived ? 'Restore' : 'Archive'}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ChosenActionsProps {
  /** Identifiers of the workflows that are chosen. */
  chosen: readonly string[];
  areArchived: boolean;
  onDone: () => void;
}

/** What can be done with all workflows that are chosen. */
export function ChosenActions({ chosen, areArchived, onDone }: ChosenActionsProps) {
  const environment = useEnvironment();
  const [asks, dialog] = useDisclosure();
  const common = { resource: 'workflows', environment, onDone };
  const power = useChange({
    run: (state: ChosenState) => setState(environment, chosen, state),
    ...common,
    done: 'Saved',
  });
  const remove = useChange({
    run: () => removeAll(environment, chosen),
    ...common,
    done: `${counted(chosen.length)} deleted`,
    onProblem: () => undefined,
  });
  if (chosen.length === 0) return null;
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Selected workflows">
      <Text size="sm">{`${chosen.length} selected`}</Text>
      {Object.entries(areArchived ? RESTORING : CHANGES).map(([label, state]) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          loading={power.isPending}
          onClick={() => power.mutate(state)}
        >
          {label}
        </Button>
      ))}
      <Button size="compact-sm" variant="outline" color="red" onClick={dialog.open}>
        Delete
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={dialog.close}
        title={`Delete ${counted(chosen.length)}?`}
        action="Delete"
        typed={String(chosen.length)}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        {chosen.join(', ')}. Later triggers are refused. What was delivered stays. They cannot be restored, unlike
        archived ones.
      </ConfirmDialog>
    </Group>
  );
}

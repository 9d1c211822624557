import { ActionIcon, List, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useChange } from '../../api/change';
import { api, responseOf, type Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Loaded } from '../../ui/loaded';
import { type Asset, assetUsage } from './reads';

/** Deletes a picture, after saying what shows it. */
export function DeleteAsset({ asset: { id: assetId, name } }: { asset: Asset }) {
  const environment = useEnvironment();
  const refusal = useRefusal('workflows:write');
  const [opened, dialog] = useDisclosure();
  const usage = useQuery({ ...query(assetUsage(assetId), environment), enabled: opened, staleTime: 0 });
  const remove = useChange({
    run: () => responseOf(api(environment).DELETE('/v1/assets/{assetId}', { params: { path: { assetId } } })),
    resource: 'assets',
    environment,
    done: `${name} was deleted`,
    onDone: dialog.close,
    onProblem: () => undefined,
  });
  const label = `Delete ${name}`;
  return (
    <>
      <Tooltip label={refusal ?? label}>
        <ActionIcon
          variant="subtle"
          color="red"
          size="sm"
          aria-label={label}
          aria-disabled={refusal !== undefined || undefined}
          aria-description={refusal}
          data-disabled={refusal !== undefined || undefined}
          onClick={refusal === undefined ? dialog.open : undefined}
        >
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${name}?`}
        action="Delete"
        ready={usage.data !== undefined}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <Loaded query={usage}>{({ data }) => <Uses usage={data} />}</Loaded>
      </ConfirmDialog>
    </>
  );
}

function Uses({ usage: { workflows, layouts, brands } }: { usage: Schemas['AssetUsageDto'] }) {
  const uses = [
    ...workflows.map(({ name, environment }) => `Workflow ${name}, ${environment}`),
    ...layouts.map(({ name, environment }) => `Layout ${name}, ${environment}`),
    ...brands.map(({ environment }) => `Brand, ${environment}`),
  ];
  if (uses.length === 0) {
    return 'No workflow, layout or brand uses it. Emails that were already sent will no longer show it.';
  }
  return (
    <>
      <Text size="sm" fw={600}>
        Still used by:
      </Text>
      <List size="sm" my="xs">
        {uses.map((use) => (
          <List.Item key={use}>{use}</List.Item>
        ))}
      </List>
      They, and emails that were already sent, will no longer show it.
    </>
  );
}

import { Checkbox, List, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Environment } from '../../api/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import type { PlannedResource } from './plan';

interface PublishProps {
  source: Environment;
  target: Environment;
  plan: readonly PlannedResource[];
  /** What would not be delivered as it is written. */
  issues: readonly { severity: string }[];
  isRunning: boolean;
  onPublish: (plan: readonly PlannedResource[], withBrand: boolean) => Promise<void>;
}

const WILL: Record<PlannedResource['action'], string> = { create: 'Create', update: 'Replace', delete: 'Delete' };

/** Publishes what is picked, after showing what will happen. */
export function Publish({ source, target, plan, issues, isRunning, onPublish }: PublishProps) {
  const [opened, dialog] = useDisclosure();
  const [withBrand, setWithBrand] = useState(false);
  const deletes = plan.some(({ action }) => action === 'delete');
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  const confirm = () => {
    dialog.close();
    void onPublish(plan, withBrand);
  };
  return (
    <>
      <PermittedButton
        permission="environments:publish"
        environment={target}
        size="xs"
        disabled={plan.length === 0}
        loading={isRunning}
        onClick={dialog.open}
      >
        {`Publish ${plan.length} to ${target.name}`}
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Publish to ${target.name}?`}
        action="Publish"
        typed={deletes ? target.name : undefined}
        onConfirm={confirm}
      >
        <Stack gap="xs">
          <Text size="sm">
            This will happen in {target.name}. New triggers use it at once; runs that wait continue with the version
            they began with.
          </Text>
          <List size="sm" spacing={2} mah={300} style={{ overflowY: 'auto' }}>
            {plan.map(({ key, kind, name, action, layouts }) => (
              <List.Item key={key} style={{ overflowWrap: 'anywhere' }}>
                {WILL[action]} the {kind} {name}
                {layouts.length > 0 && `, with the layout ${layouts.join(', ')}`}
              </List.Item>
            ))}
          </List>
          <Checkbox
            label="Also publish the brand and its image"
            description="Images in workflows and layouts keep their addresses, and work as long as they are here."
            checked={withBrand}
            onChange={({ currentTarget }) => setWithBrand(currentTarget.checked)}
          />
          {errors > 0 && (
            <Text size="sm" c="red" fw={600}>
              {errors === 1 ? '1 error keeps a step' : `${errors} errors keep steps`} from being delivered as written.
            </Text>
          )}
          {deletes && <Text size="sm">What is deleted is not in {source.name} and cannot be restored from there.</Text>}
        </Stack>
      </ConfirmDialog>
    </>
  );
}

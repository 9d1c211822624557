import { NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import { Credentials } from './credentials';
import { type Application, nameOf } from './reads';

const OVERLAPS = [
  { value: '0', label: 'It expires now' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
  { value: '2592000', label: '30 days' },
];

/** Gives an application another secret, after asking how long the present one still works. */
export function RotateSecret({ application }: { application: Application }) {
  const { applicationId } = application;
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const [overlap, setOverlap] = useState('86400');
  const rotate = useChange({
    run: () =>
      responseOf(
        api(environment).POST('/v1/legacy/applications/{applicationId}/rotate', {
          params: { path: { applicationId } },
          body: { overlapSeconds: Number(overlap) },
        }),
      ),
    resource: 'legacy',
    environment,
    onDone: dialog.close,
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="legacy:write" variant="default" size="xs" onClick={dialog.open}>
        Rotate secret
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Rotate the secret of ${nameOf(application)}?`}
        action="Rotate"
        busy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
      >
        <Stack gap="sm">
          <Text size="sm">
            There is a new one at once, which is shown only then. A secret from before the present one ends immediately.
          </Text>
          <NativeSelect
            label="Current secret expires after"
            data={OVERLAPS}
            value={overlap}
            onChange={({ currentTarget }) => setOverlap(currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
      <Credentials application={rotate.data?.data} onClose={rotate.reset} />
    </>
  );
}

import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyText } from '../../ui/copy';
import { PermittedButton } from '../../ui/permitted';
import type { Webhook } from './reads';

/** The secret that requests are signed with: shown when asked for, which the audit trail notes, and rotated. */
export function WebhookSecret({ webhook: { _id: webhookId } }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const path = { webhookId };
  const show = useChange({
    run: () => responseOf(api(environment).GET('/v1/webhooks/{webhookId}/secret', { params: { path } })),
    resource: 'audit',
    environment,
  });
  const rotate = useChange({
    run: () => responseOf(api(environment).POST('/v1/webhooks/{webhookId}/secret/rotate', { params: { path } })),
    resource: 'audit',
    environment,
    done: 'Rotated. For 24 hours requests carry both signatures',
    onDone: () => {
      show.reset();
      dialog.close();
    },
    onProblem: () => undefined,
  });
  const secret = rotate.data?.data.secret ?? show.data?.data.secret;
  return (
    <Paper withBorder p="md" maw={760}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          Secret
        </Title>
        <Text size="sm" c="dimmed">
          Receivers check the signature of requests with it. Anyone with the secret can sign as Carillon; showing it is
          noted in the audit log.
        </Text>
        {secret !== undefined && <CopyText text={secret} label="Copy secret" />}
        <Group gap="xs">
          <PermittedButton
            permission="secrets:read"
            variant="default"
            size="xs"
            loading={show.isPending}
            disabled={secret !== undefined}
            onClick={() => show.mutate()}
          >
            Show secret
          </PermittedButton>
          <PermittedButton permission="webhooks:write" variant="default" size="xs" onClick={dialog.open}>
            Rotate secret
          </PermittedButton>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title="Rotate the secret?"
        action="Rotate"
        busy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
      >
        There is a new one at once. For 24 hours requests carry two signatures, so that receivers can change over
        without missing anything; after that those that know only the former one refuse.
      </ConfirmDialog>
    </Paper>
  );
}

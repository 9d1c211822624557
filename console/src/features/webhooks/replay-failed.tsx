import { TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { fromLocal, toLocal } from '../../ui/local-time';
import { PermittedButton } from '../../ui/permitted';
import type { Webhook } from './reads';

const DAY_MS = 86_400_000;

/** Sends all failed deliveries since a time again. The list shows their progress. */
export function ReplayFailed({ webhook: { _id: webhookId } }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const [text, setText] = useState(() => toLocal(new Date(Date.now() - DAY_MS).toISOString()));
  const since = fromLocal(text);
  const replay = useChange({
    run: () =>
      responseOf(
        api(environment).POST('/v1/webhooks/{webhookId}/deliveries/replay', {
          params: { path: { webhookId } },
          body: { since: since ?? '' },
        }),
      ),
    resource: 'webhooks',
    environment,
    onDone: dialog.close,
    onProblem: () => undefined,
  });
  const replayed = replay.data?.data.replayed;
  return (
    <>
      <PermittedButton permission="webhooks:write" variant="default" onClick={dialog.open}>
        Replay failed
      </PermittedButton>
      {replayed !== undefined && (
        <output>{replayed === 1 ? '1 delivery replayed' : `${replayed} deliveries replayed`}</output>
      )}
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title="Replay failed deliveries?"
        action="Replay"
        busy={replay.isPending}
        error={replay.error}
        onConfirm={() => replay.mutate()}
      >
        Everything that was recorded since this time and has failed is sent again, with the same <code>webhook-id</code>
        .
        <TextInput
          mt="sm"
          label="Since, in your time zone"
          type="datetime-local"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={since === undefined && 'Enter a time'}
        />
      </ConfirmDialog>
    </>
  );
}

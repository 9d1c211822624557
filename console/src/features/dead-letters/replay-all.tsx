import { Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import type { DeadLetterFilter } from './reads';
import { type Replay, ReplayProgress } from './replay-progress';

interface ReplayAllProps {
  filter: DeadLetterFilter;
  total: number;
  /** Whether there are more than `total`. */
  isMore: boolean;
  /** Called when the messages are being retried. */
  onDone?: () => unknown;
}

/** Sends everything once more that the filters let through, and shows how far that is. */
export function ReplayAll({ filter, total, isMore, onDone }: ReplayAllProps) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const [replay, setReplay] = useState<Replay>();
  const send = useChange({
    run: (started: Replay) => responseOf(api(environment).POST('/v1/dead-letters/replay', { body: started.filter })),
    resource: 'dead-letters',
    environment,
    onDone: ({ data }, started) => {
      setReplay({ ...started, result: data });
      return onDone?.();
    },
  });
  const start = () => {
    const started = { filter, total, startedAt: new Date().toISOString() };
    setReplay(started);
    send.mutate(started, { onError: () => setReplay(undefined) });
    dialog.close();
  };
  const count = `${isMore ? 'more than ' : ''}${total.toLocaleString()}`;
  const isOfTrigger = filter.transactionId !== undefined && Object.keys(filter).length === 1;
  const ofSome = Object.keys(filter).length > 0 ? 'that matches the filters' : `of ${environment.name}`;
  const which = isOfTrigger ? 'of this trigger' : ofSome;
  return (
    <>
      {total > 0 && (
        <Group mb="sm">
          <PermittedButton
            permission="notifications:replay"
            variant="default"
            size="xs"
            loading={send.isPending}
            onClick={dialog.open}
          >
            {isOfTrigger ? `Retry ${count} failed` : `Retry all ${count}`}
          </PermittedButton>
        </Group>
      )}
      {replay && <ReplayProgress replay={replay} onClose={() => setReplay(undefined)} />}
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Retry ${count} ${total === 1 ? 'message' : 'messages'}?`}
        action="Retry"
        onConfirm={start}
      >
        Every message {which} is retried with the current address of its recipient. This cannot be stopped. Messages
        that fail again return to this list.
      </ConfirmDialog>
    </>
  );
}

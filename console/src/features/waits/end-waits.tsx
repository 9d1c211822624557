import type { ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import type { WaitFilter } from './reads';

const WORDS = {
  release: {
    path: '/v1/waits/release',
    action: 'Release',
    done: 'released',
    about:
      'They continue now: delays and quiet hours are over, digests are sent, failed messages are tried again. Preferences still apply.',
  },
  cancel: {
    path: '/v1/waits/cancel',
    action: 'Cancel',
    done: 'canceled',
    about:
      'They do not continue. Digests are canceled with all their events. What was sent stays sent. This cannot be undone.',
  },
} as const;

interface EndWaitsProps {
  how: keyof typeof WORDS;
  /** Which waits: those named, or all that match. */
  which: WaitFilter & { notificationIds?: string[] };
  /** What the dialog asks about: `this notification`. */
  what: string;
  /** What the button says. */
  label: string;
  size: ButtonProps['size'];
}

/** Ends waits after asking: part after part, until none is left. The button shows how many there were so far. */
export function EndWaits({ how, which, what, label, size }: EndWaitsProps) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const [count, setCount] = useState(0);
  const { path, action, done, about } = WORDS[how];
  const end = useChange({
    run: async () => {
      let ended = 0;
      for (let after: string | undefined; ;) {
        const { data } = await responseOf(api(environment).POST(path, { body: { ...which, after } }));
        ended += data.ended;
        setCount(ended);
        if (data.next === null) return ended;
        after = data.next;
      }
    },
    resource: 'waits',
    environment,
    done: (ended) => `${ended.toLocaleString()} ${ended === 1 ? 'notification' : 'notifications'} ${done}`,
    onDone: dialog.close,
    onProblem: () => undefined,
  });
  const isDestructive = how === 'cancel';
  return (
    <>
      <PermittedButton
        permission="events:write"
        variant="default"
        size={size}
        loading={end.isPending}
        onClick={() => {
          setCount(0);
          dialog.open();
        }}
      >
        {label}
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`${action} ${what}?`}
        action={
          end.isPending && count > 0 ? `${count.toLocaleString()} ${done}` : isDestructive ? 'Cancel sending' : action
        }
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate()}
      >
        {about}
      </ConfirmDialog>
    </>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useDisclosure } from '@mantine/hooks';
import { api, responseOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PermittedButton } from '../../ui/permitted';
import { nameOf } from './name';

/** Erases a subscriber, after asking. */
export function EraseSubscriber({ subscriber }: { subscriber: Schemas['SubscriberDto'] }) {
  const { subscriberId } = subscriber;
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const erase = useChange({
    run: () =>
      responseOf(api(environment).DELETE('/v2/subscribers/{subscriberId}', { params: { path: { subscriberId } } })),
    resource: 'subscribers',
    environment,
    done: ({ data }) => `${nameOf(subscriber)} was erased: ${total(data.receipt.records)} records`,
    onDone: () => navigate({ to: '/subscribers' }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="subscribers:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Erase
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Erase ${nameOf(subscriber)}?`}
        action="Erase"
        typed={subscriberId}
        busy={erase.isPending}
        error={erase.error}
        onConfirm={() => erase.mutate()}
      >
        Everything that is stored of this person in {environment.name} is deleted: messages, activity, preferences,
        topic subscriptions and what waits to be sent. It cannot be restored.
      </ConfirmDialog>
    </>
  );
}

function total(records: Record<string, number>): string {
  return Object.values(records)
    .reduce((sum, count) => sum + count, 0)
    .toLocaleString();
}

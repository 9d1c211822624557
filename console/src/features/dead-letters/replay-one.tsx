import type { ButtonProps } from '@mantine/core';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { PermittedButton } from '../../ui/permitted';

interface ReplayOneProps {
  deadLetterId: string;
  size: ButtonProps['size'];
  onDone?: () => unknown;
}

/** Sends a message once more. What fails again comes back to the list. */
export function ReplayOne({ deadLetterId, size, onDone }: ReplayOneProps) {
  const environment = useEnvironment();
  const replay = useChange({
    run: () =>
      responseOf(
        api(environment).POST('/v1/dead-letters/{deadLetterId}/replay', { params: { path: { deadLetterId } } }),
      ),
    resource: 'dead-letters',
    environment,
    done: 'Retried. If it fails again, it returns to this list',
    onDone,
  });
  return (
    <PermittedButton
      permission="notifications:replay"
      variant="default"
      size={size}
      loading={replay.isPending}
      onClick={() => replay.mutate()}
    >
      Retry
    </PermittedButton>
  );
}

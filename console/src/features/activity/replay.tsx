import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { query, refresh } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { PermittedButton } from '../../ui/permitted';
import { stepName } from '../../ui/step-name';
import { givenUp, type RunEntry } from './reads';

/** Reasons of steps whose messages were given up. */
const GIVEN_UP: readonly string[] = ['send_failed', 'no_active_integration'];

/** Sends once more what was given up, to the addresses that the person has now. */
export function Replay({ run }: { run: RunEntry }) {
  const subscriberId = run.subscriber?.subscriberId;
  const hasFailed = run.jobs.some(({ reason = '' }) => GIVEN_UP.includes(reason));
  const environment = useEnvironment();
  const client = useQueryClient();
  const found = useQuery({
    ...query(givenUp(run.transactionId, subscriberId ?? ''), environment),
    enabled: hasFailed && subscriberId !== undefined,
  });
  const replay = useChange({
    run: (deadLetterId: string) =>
      responseOf(
        api(environment).POST('/v1/dead-letters/{deadLetterId}/replay', { params: { path: { deadLetterId } } }),
      ),
    resource: 'notifications',
    environment,
    done: 'Retried',
    onDone: () => refresh(client, 'dead-letters', environment),
  });
  if (!hasFailed) return null;
  const own = found.data?.data.filter(({ notificationId }) => notificationId === run._id) ?? [];
  return own.map(({ id, channel }) => (
    <PermittedButton
      key={id}
      permission="notifications:replay"
      size="xs"
      loading={replay.isPending}
      onClick={() => replay.mutate(id)}
    >
      {`Retry ${stepName(channel)}`}
    </PermittedButton>
  ));
}

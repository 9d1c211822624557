import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { type Column, DataTable } from '../../ui/data-table';
import { Facts } from '../../ui/facts';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { providerName } from '../../ui/provider-name';
import { StatusBadge } from '../../ui/status-badge';
import { attemptWord } from '../../ui/attempt-words';
import { Time } from '../../ui/time';
import { stepName } from '../../ui/step-name';
import { type DeadLetter, deadLetter } from './reads';
import { ReplayOne } from './replay-one';

type Attempt = Schemas['SendAttemptDto'];

const COLUMNS: Column<Attempt>[] = [
  { name: 'Date', cell: ({ at }) => <Time at={at} />, width: 180 },
  { name: 'Provider', cell: ({ providerId }) => providerName(providerId) },
  {
    name: 'Result',
    cell: ({ outcome, fault }) => (
      <StatusBadge outcome={outcome === 'sent' ? 'delivered' : 'failed'} word={attemptWord({ outcome, fault })} />
    ),
    width: 250,
  },
  { name: 'Status', cell: ({ statusCode }) => statusCode, width: 90 },
  { name: 'Response', cell: ({ error }) => error },
];

/** A message that was given up: why, and each attempt. */
export function DeadLetterDetail({ deadLetterId }: { deadLetterId: string }) {
  const navigate = useNavigate();
  const request = deadLetter(deadLetterId);
  const found = useQuery(query(request, useEnvironment()));
  const toList = () => navigate({ to: '/dead-letters' });
  return (
    <>
      <PageHeader
        title={found.data ? `${stepName(found.data.data.channel)} of ${found.data.data.workflowId}` : deadLetterId}
        about={<CopyText text={deadLetterId} label="Copy ID" />}
        back={
          <TextLink to="/dead-letters" size="sm">
            Failed messages
          </TextLink>
        }
      >
        <AsCurl request={request} />
        {found.data && <ReplayOne deadLetterId={deadLetterId} size="xs" onDone={toList} />}
      </PageHeader>
      <Loaded query={found}>{({ data }) => <Found message={data} />}</Loaded>
    </>
  );
}

function Found({ message }: { message: DeadLetter }) {
  const { subscriberId, replays, attempts } = message;
  return (
    <>
      <Facts
        facts={[
          ['Reason', message.error ?? message.errorId],
          ['Failed', <Time key="at" at={message.failedAt} />],
          [
            'Subscriber',
            subscriberId === undefined ? (
              'deleted'
            ) : (
              <TextLink to="/subscribers/$subscriberId" params={{ subscriberId }} size="sm">
                {subscriberId}
              </TextLink>
            ),
          ],
          ['Step', message.stepId],
          ['Provider', message.providerId && providerName(message.providerId)],
          ['Transaction ID', <CopyText key="t" text={message.transactionId} label="Copy transaction ID" />],
          ['Run ID', <CopyText key="a" text={message.notificationId} label="Copy run ID" />],
          ['Retried', replays > 0 ? `${replays} ${replays === 1 ? 'time' : 'times'}` : undefined],
        ]}
      />
      <Title order={2} size="h5" my="sm">
        Attempts
      </Title>
      <DataTable label="Attempts" columns={COLUMNS} rows={attempts} rowKey={({ at, providerId }) => at + providerId} />
    </>
  );
}

import { Code, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { type Column, DataTable } from '../../ui/data-table';
import { Facts } from '../../ui/facts';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { Time } from '../../ui/time';
import { type Delivery, delivery } from './reads';
import { DeliveryState } from './state';

const EVERY_MS = 1000;

const COLUMNS: Column<Schemas['DeliveryAttemptDto']>[] = [
  { name: 'Date', cell: ({ at }) => <Time at={at} />, width: 180 },
  { name: 'Duration', cell: ({ durationMs }) => `${durationMs} ms`, width: 100 },
  { name: 'Status', cell: ({ statusCode }) => statusCode, width: 90 },
  { name: 'Error', cell: ({ error }) => error },
  { name: 'Response', cell: ({ response }) => response },
];

/** One event on its way to a webhook: each attempt, and the body. */
export function DeliveryDetail({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const environment = useEnvironment();
  const request = delivery(webhookId, deliveryId);
  const found = useQuery({
    ...query(request, environment),
    refetchInterval: ({ state }) => (state.data?.data.status === 'pending' ? EVERY_MS : false),
  });
  const path = { webhookId, deliveryId };
  const replay = useChange({
    run: () =>
      responseOf(
        api(environment).POST('/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay', { params: { path } }),
      ),
    resource: 'webhooks',
    environment,
    done: 'Replayed',
  });
  return (
    <>
      <PageHeader
        title={found.data?.data.eventType ?? deliveryId}
        about={found.data && <DeliveryState status={found.data.data.status} />}
        back={
          <TextLink to="/webhooks/$webhookId" params={{ webhookId }} size="sm">
            Deliveries
          </TextLink>
        }
      >
        <AsCurl request={request} />
        <PermittedButton
          permission="webhooks:write"
          variant="default"
          size="xs"
          loading={replay.isPending}
          onClick={() => replay.mutate()}
        >
          Replay
        </PermittedButton>
      </PageHeader>
      <Loaded query={found}>{({ data }) => <Found shown={data} />}</Loaded>
    </>
  );
}

function Found({ shown: { eventId, createdAt, nextAttemptAt, attempts, body } }: { shown: Delivery }) {
  return (
    <>
      <Facts
        facts={[
          ['Event', <CopyText key="id" text={eventId} label="Copy event ID" />],
          ['Created', <Time key="at" at={createdAt} />],
          ['Next attempt', nextAttemptAt && <Time at={nextAttemptAt} />],
        ]}
      />
      <Title order={2} size="h5" my="sm">
        Attempts
      </Title>
      <DataTable label="Attempts" columns={COLUMNS} rows={attempts} rowKey={({ at }) => at} />
      <Title order={2} size="h5" my="sm">
        Body
      </Title>
      <Code block tabIndex={0} aria-label="Body" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {indented(body)}
      </Code>
    </>
  );
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

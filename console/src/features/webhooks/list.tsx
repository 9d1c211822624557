import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager, type Place } from '../../ui/paging';
import { PermittedLink } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { type Webhook, webhookList } from './reads';
import { WebhookState } from './state';

const COLUMNS: Column<Webhook>[] = [
  {
    name: 'Endpoint URL',
    cell: ({ _id, url }) => (
      <TextLink to="/webhooks/$webhookId" params={{ webhookId: _id }} size="sm">
        {url}
      </TextLink>
    ),
  },
  { name: 'Description', cell: ({ description }) => description },
  { name: 'Events', cell: ({ eventTypes }) => (eventTypes.length > 0 ? eventTypes.join(', ') : 'all') },
  { name: 'Status', cell: (webhook) => <WebhookState webhook={webhook} />, width: 190 },
  { name: 'Failing since', cell: ({ failingSince }) => <Time at={failingSince} />, width: 180 },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
];

/** The webhooks of the environment. */
export function WebhookList({ place }: { place: Place }) {
  const request = webhookList(place);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title="Webhooks" about="Endpoints that receive delivery events.">
        <AsCurl request={request} />
        <Create />
      </PageHeader>
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable label="Webhooks" columns={COLUMNS} rows={data.data} rowKey={({ _id }) => _id} />
              <Pager page={data} words={['webhook', 'webhooks']} />
            </>
          ) : (
            <EmptyState title="No webhooks yet" action={<Create />}>
              A webhook is an endpoint of yours that receives a signed request when a message is sent, seen or fails.
              Failed requests are retried for days, and can be replayed here.
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

function Create() {
  return (
    <PermittedLink permission="webhooks:write" to="/create/webhook" size="xs">
      Create webhook
    </PermittedLink>
  );
}

import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterSelect } from '../../ui/filter-select';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { Pager } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { type Delivery, deliveryList, eventTypes, STATES, type Webhook, type WebhookSearch } from './reads';
import { ReplayFailed } from './replay-failed';
import { DeliveryState } from './state';

/** Deliveries end by themselves: as long as some are pending, the page is read again. */
const EVERY_MS = 2000;

const COLUMNS: Column<Delivery>[] = [
  {
    name: 'Event',
    cell: ({ _id, webhookId, eventType }) => (
      <TextLink to="/webhooks/$webhookId/deliveries/$deliveryId" params={{ webhookId, deliveryId: _id }} size="sm">
        {eventType}
      </TextLink>
    ),
    width: 180,
  },
  { name: 'Status', cell: ({ status }) => <DeliveryState status={status} />, width: 130 },
  { name: 'Attempts', cell: ({ attempts }) => attempts.length, width: 90 },
  { name: 'Last response', cell: ({ attempts }) => attempts.at(-1)?.error ?? attempts.at(-1)?.statusCode },
  { name: 'Next attempt', cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} />, width: 180 },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
];

/** What was sent, and is to be sent, to a webhook. */
export function Deliveries({ webhook, search }: { webhook: Webhook; search: WebhookSearch }) {
  const environment = useEnvironment();
  const types = useQuery(query(eventTypes, environment));
  const page = useQuery({
    ...query(deliveryList(webhook._id, search), environment),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'pending') ? EVERY_MS : false),
  });
  const isFiltered = search.status !== undefined || search.eventType !== undefined;
  const typeNames = [...(types.data?.data ?? []).map(({ type }) => type as string), 'webhook.test'];
  return (
    <>
      <Group mb="sm" gap="xs">
        <FilterSelect name="status" value={search.status} label="Status" all="All statuses" options={STATES} />
        <FilterSelect
          name="eventType"
          value={search.eventType}
          label="Event type"
          all="All events"
          options={typeNames}
        />
        <ReplayFailed webhook={webhook} />
      </Group>
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable label="Deliveries" columns={COLUMNS} rows={data.data} rowKey={({ _id }) => _id} />
              <Pager page={data} words={['delivery', 'deliveries']} />
            </>
          ) : (
            <EmptyState title={isFiltered ? 'No results' : 'No deliveries yet'}>
              {isFiltered
                ? 'Choose another status or event.'
                : 'Each event that happens from now on is listed here with its attempts. Send a test event to try the address.'}
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

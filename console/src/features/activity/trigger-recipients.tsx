import { Group, Text, Title } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { Pager } from '../../ui/paging';
import { StatusBadge } from '../../ui/status-badge';
import { Time } from '../../ui/time';
import type { RecipientSearch } from './reads';
import { outcomeOf, reasonName, statusWord } from './words';

const COLUMNS: Column<Schemas['RecipientDto']>[] = [
  {
    name: 'Recipient',
    cell: ({ notificationId, subscriberId }) => (
      <TextLink to="/activity/$notificationId" params={{ notificationId }} size="sm">
        {subscriberId ?? 'deleted'}
      </TextLink>
    ),
  },
  {
    name: 'Result',
    cell: ({ status }) => <StatusBadge outcome={outcomeOf(status)} word={statusWord(status)} />,
    width: 150,
  },
  {
    name: 'Reason',
    cell: ({ reason, decidedBy }) =>
      reason && (
        <Text size="sm" component="div">
          <TextLink
            to="."
            search={((now: object) => ({ ...now, reason, after: undefined, before: undefined })) as never}
            size="sm"
          >
            {reasonName(reason)}
          </TextLink>
          {decidedBy !== undefined && <Text span size="xs" c="dimmed">{` (${decidedBy})`}</Text>}
        </Text>
      ),
  },
  { name: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} />, width: 180 },
];

/** The recipients of a trigger, page by page. */
export function Recipients({ page, search }: { page: Schemas['RecipientPageDto']; search: RecipientSearch }) {
  const { outcome, reason } = search;
  const filters = [outcome, reason && reasonName(reason)].filter((one) => one !== undefined);
  return (
    <section aria-label="Recipients">
      <Group mb="xs" justify="space-between">
        <Title order={2} size="h6">
          Recipients{filters.length > 0 && `: ${filters.join(', ')}`}
        </Title>
        {filters.length > 0 && (
          <TextLink to="." search={(({ env }: { env?: string }) => ({ env })) as never} size="sm">
            Clear filters
          </TextLink>
        )}
      </Group>
      {page.data.length > 0 ? (
        <DataTable
          label="Recipients"
          columns={COLUMNS}
          rows={page.data}
          rowKey={({ notificationId }) => notificationId}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {filters.length > 0 ? 'No results on this page.' : 'No recipients.'}
        </Text>
      )}
      <Pager page={page} words={['recipient', 'recipients']} />
    </section>
  );
}

import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterField } from '../../ui/filter-field';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/paging';
import { PermittedLink } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { type Topic, topicList, type TopicSearch } from './reads';

const COLUMNS: Column<Topic>[] = [
  {
    name: 'Name',
    cell: ({ key, name }) => (
      <TextLink to="/topics/$topicKey" params={{ topicKey: key }} size="sm">
        {name ?? key}
      </TextLink>
    ),
  },
  { name: 'Key', cell: ({ key }) => key },
  {
    name: 'Self-subscribe',
    cell: ({ selfSubscribe }) => (selfSubscribe ? 'on' : 'off'),
    width: 200,
  },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
];

/** The topics of the environment, with filters. */
export function TopicList({ search }: { search: TopicSearch }) {
  const request = topicList(search);
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title="Topics" about="Groups of subscribers that one trigger reaches.">
        <AsCurl request={request} />
        <Create />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Topics">
        <FilterField name="name" value={search.name} label="Search by name" />
        <FilterField name="key" value={search.key} label="Search by key" />
      </Group>
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable label="Topics" columns={COLUMNS} rows={data.data} rowKey={({ _id }) => _id} />
              <Pager page={data} words={['topic', 'topics']} />
            </>
          ) : (
            <Nothing isFiltered={search.name !== undefined || search.key !== undefined} />
          )
        }
      </Loaded>
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/topics">Clear filters</TextLink>}>
        Filters look for a part of the text. Another environment may have the topic: choose it at the top.
      </EmptyState>
    );
  return (
    <EmptyState title="No topics yet" action={<Create />}>
      A topic is a group of subscribers, such as all who follow an order. A trigger that names its key reaches them all.
      Your application makes topics with the API; here you can make one by hand.
    </EmptyState>
  );
}

function Create() {
  return (
    <PermittedLink permission="topics:write" to="/create/topic" size="xs">
      Create topic
    </PermittedLink>
  );
}

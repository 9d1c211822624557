import { Badge, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Environment } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment, useSession } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterField } from '../../ui/filter-field';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedLink } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { valueIn, type Variable, variableList, type VariableSearch } from './reads';

function columns(environments: readonly Environment[]): Column<Variable>[] {
  return [
    {
      name: 'Key',
      cell: ({ key, isSecret }) => (
        <Group gap="xs" component="span">
          <TextLink to="/variables/$variableKey" params={{ variableKey: key }} size="sm" ff="monospace">
            {key}
          </TextLink>
          {isSecret && (
            <Badge variant="outline" color="gray">
              secret
            </Badge>
          )}
        </Group>
      ),
    },
    ...environments.map(({ id, name }) => ({
      name,
      cell: (one: Variable) => (
        <Text size="sm" span lineClamp={2}>
          {valueIn(one, id) ?? 'not set'}
        </Text>
      ),
    })),
  ];
}

/** The variables of the organization, with their values by environment. */
export function VariableList({ search }: { search: VariableSearch }) {
  const request = variableList(search);
  const found = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  const { environments } = useSession();
  return (
    <>
      <PageHeader title="Variables" about="Values that templates and conditions read as env.KEY, by environment.">
        <AsCurl request={request} />
        <Create />
      </PageHeader>
      <Group mb="sm" gap="xs" role="search" aria-label="Variables">
        <FilterField name="key" value={search.key} label="Search by key" />
      </Group>
      <Loaded query={found}>
        {({ data }) =>
          data.length > 0 ? (
            <DataTable label="Variables" columns={columns(environments)} rows={data} rowKey={({ _id }) => _id} />
          ) : (
            <Nothing isFiltered={search.key !== undefined} />
          )
        }
      </Loaded>
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/variables">Clear filters</TextLink>}>
        The filter looks for a part of the key.
      </EmptyState>
    );
  return (
    <EmptyState title="No variables yet" action={<Create />}>
      A variable has one value for each environment, such as the address of your shop. Templates and conditions read it,
      so that the same workflow works everywhere. Values of secret ones are stored encrypted and never shown.
    </EmptyState>
  );
}

function Create() {
  return (
    <PermittedLink permission="variables:write" to="/create/variable" size="xs">
      Create variable
    </PermittedLink>
  );
}

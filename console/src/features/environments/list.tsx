import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { type Column, DataTable } from '../../ui/data-table';
import { ButtonLink, TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedLink } from '../../ui/permitted';
import { environmentList } from './reads';

type Row = Schemas['EnvironmentDto'];

function columns(all: readonly Row[], shown: string): Column<Row>[] {
  const nameOf = (id: string | undefined) => all.find(({ _id }) => _id === id)?.name;
  return [
    {
      name: 'Name',
      cell: ({ _id, name, identifier, protected: isProtected }) => (
        <Group gap="xs" component="span">
          <TextLink to="/settings" search={{ env: identifier } as never} size="sm">
            {name}
          </TextLink>
          {_id === shown && (
            <Badge variant="outline" color="blue">
              current
            </Badge>
          )}
          {isProtected && (
            <Badge variant="outline" color="red">
              protected
            </Badge>
          )}
        </Group>
      ),
    },
    { name: 'Identifier', cell: ({ identifier }) => <CopyText text={identifier} label="Copy identifier" /> },
    { name: 'Type', cell: ({ type }) => (type === 'prod' ? 'production' : 'development') },
    { name: 'Receives from', cell: ({ _parentId }) => nameOf(_parentId) },
    {
      name: 'Failover',
      cell: ({ failover }) => (failover === false ? 'off' : 'on'),
    },
    {
      name: 'Compare',
      cell: (one) => {
        const parent = all.find(({ _id }) => _id === one._parentId);
        if (!parent) return null;
        return (
          <TextLink
            to="/environments/compare"
            search={{ from: parent.identifier, to: one.identifier }}
            size="sm"
          >{`with ${parent.name}`}</TextLink>
        );
      },
    },
  ];
}

/** The environments of the organization. */
export function EnvironmentList() {
  const environment = useEnvironment();
  const found = useQuery(query(environmentList, environment));
  return (
    <>
      <PageHeader
        title="Environments"
        about="Each has its own subscribers, workflows, integrations and keys. Edit in one, publish to another."
      >
        <AsCurl request={environmentList} />
        <ButtonLink to="/environments/compare" variant="default" size="xs">
          Compare and publish
        </ButtonLink>
        <PermittedLink permission="environments:write" to="/create/environment" size="xs">
          Create environment
        </PermittedLink>
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <DataTable
            label="Environments"
            columns={columns(data, environment.id)}
            rows={data}
            rowKey={({ _id }) => _id}
          />
        )}
      </Loaded>
    </>
  );
}

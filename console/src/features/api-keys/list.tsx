import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedLink } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { grantInWords } from './grants';
import { type Key, keyList, nameOf } from './reads';
import { RevokeKey } from './revoke';

const COLUMNS: Column<Key>[] = [
  {
    name: 'Name',
    cell: (key) => (
      <TextLink to="/api-keys/$keyId" params={{ keyId: key.id }} size="sm">
        {nameOf(key)}
      </TextLink>
    ),
  },
  { name: 'May', cell: grantInWords },
  { name: 'Reach', cell: ({ reach }) => (reach === 'own' ? 'this environment' : 'the organization') },
  {
    name: 'Public id',
    cell: ({ id }) => <CopyText text={id} label="Copy the public id" />,
  },
  { name: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} none="never" />, width: 180 },
  { name: 'Created', cell: ({ createdAt }) => <When at={createdAt} none="before this was kept" />, width: 180 },
  { name: 'Ends', cell: ({ expiresAt }) => <When at={expiresAt} none="no end" />, width: 180 },
  { name: 'Actions', cell: (key) => <RevokeKey apiKey={key} size="compact-xs" />, width: 100 },
];

/** The keys of the environment, without the keys themselves. */
export function KeyList() {
  const environment = useEnvironment();
  const keys = useQuery(query(keyList, environment));
  return (
    <>
      <PageHeader
        title="API keys"
        about={`With which programs call the API in ${environment.name}. The keys themselves are shown only when they are made.`}
      >
        <AsCurl request={keyList} />
        <Create />
      </PageHeader>
      <Loaded query={keys}>
        {({ data }) =>
          data.length > 0 ? (
            <>
              <DataTable label="API keys" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
              <Text size="sm" c="dimmed" mt="sm">
                Last use is known to about ten minutes. The audit trail names keys by their name and public id.
              </Text>
            </>
          ) : (
            <EmptyState title="There are no API keys" action={<Create />}>
              Your application needs one to trigger notifications in {environment.name}. Give each program a key of its
              own, with no more permissions than it needs.
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

function When({ at, none }: { at: string | null; none: string }) {
  return at === null ? none : <Time at={at} />;
}

function Create() {
  return (
    <PermittedLink permission="api-keys:write" to="/create/api-key" size="xs">
      Create an API key
    </PermittedLink>
  );
}

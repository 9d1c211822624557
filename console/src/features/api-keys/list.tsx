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
import { grantInWords, REACHES } from './grants';
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
    width: 150,
  },
  { name: 'Permissions', cell: grantInWords },
  { name: 'Environments', cell: ({ reach }) => REACHES.find(({ value }) => value === reach)?.label },
  {
    name: 'Public ID',
    cell: ({ id }) => <CopyText text={id} label="Copy public ID" />,
    width: 210,
  },
  { name: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} none="Never" />, width: 125 },
  { name: 'Created', cell: ({ createdAt }) => <When at={createdAt} none="Unknown" />, width: 125 },
  { name: 'Expires', cell: ({ expiresAt }) => <When at={expiresAt} none="Never" />, width: 125 },
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
        about={`Keys for calling the API in ${environment.name}. A key is shown once, when you create it.`}
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
                Last use is accurate to about ten minutes. The audit log names keys by name and public ID.
              </Text>
            </>
          ) : (
            <EmptyState title="No API keys yet" action={<Create />}>
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
      Create API key
    </PermittedLink>
  );
}

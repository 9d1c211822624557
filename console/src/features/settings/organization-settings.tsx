import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, responseOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { query } from '../../api/read';
import { useEnvironment, useSession } from '../../api/session';
import { type Column, DataTable } from '../../ui/data-table';
import { Facts } from '../../ui/facts';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PermittedButton } from '../../ui/permitted';
import { Time } from '../../ui/time';
import { deletedEnvironments, signInWays } from './reads';

type Deleted = Schemas['DeletedEnvironmentDto'];

const COLUMNS: Column<Deleted>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Identifier', cell: ({ identifier }) => identifier },
  { name: 'Deleted', cell: ({ deletedAt }) => <Time at={deletedAt} />, width: 180 },
  { name: 'Restorable until', cell: ({ restorableUntil }) => <Time at={restorableUntil} />, width: 180 },
  { name: 'Actions', cell: (deleted) => <Restore deleted={deleted} />, width: 110 },
];

/** What holds for all environments: how one signs in, and those that can be restored. */
export function OrganizationSettings() {
  const { account } = useSession();
  const ways = useQuery(query(signInWays));
  const deleted = useQuery(query(deletedEnvironments, useEnvironment()));
  return (
    <Stack>
      <Paper withBorder p="md" maw={760}>
        <Title order={2} size="h5" mb="xs">
          Sign-in
        </Title>
        <Loaded query={ways}>
          {({ data: { password, oidc } }) => (
            <Facts
              facts={[
                ['Password', password ? 'on' : 'off'],
                ['Single sign-on', oidc ? oidc.name : 'not set up'],
                ['Your role', account.role],
              ]}
            />
          )}
        </Loaded>
        <Text size="sm" c="dimmed" mt="xs">
          These are settings of the installation: environment variables of the server, which docs/settings.md lists.
          Members are invited in the{' '}
          <TextLink to="/team" underline="always">
            team
          </TextLink>
          .
        </Text>
      </Paper>
      <section>
        <Title order={2} size="h5" mb="xs">
          Deleted environments
        </Title>
        <Loaded query={deleted}>
          {({ data }) =>
            data.length > 0 ? (
              <DataTable label="Deleted environments" columns={COLUMNS} rows={data} rowKey={({ _id }) => _id} />
            ) : (
              <Text size="sm" c="dimmed">
                None. Protected environments that are deleted are listed here for as long as they can be restored.
              </Text>
            )
          }
        </Loaded>
      </section>
    </Stack>
  );
}

function Restore({ deleted: { _id, name } }: { deleted: Deleted }) {
  const environment = useEnvironment();
  const restore = useChange({
    run: () =>
      responseOf(
        api(environment).POST('/v1/environments/{environmentId}/restore', { params: { path: { environmentId: _id } } }),
      ),
    resource: 'environments',
    environment,
    done: `${name} is back. Reload to choose it at the top`,
  });
  return (
    <PermittedButton
      permission="environments:write"
      variant="default"
      size="compact-xs"
      loading={restore.isPending}
      onClick={() => restore.mutate()}
      aria-label={`Restore ${name}`}
    >
      Restore
    </PermittedButton>
  );
}

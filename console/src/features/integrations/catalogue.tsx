import { Badge, Group, NativeSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FilterField } from '../../ui/filter-field';
import { TextLink } from '../../ui/links';
import { EmptyState } from '../../ui/states';
import { providerName } from '../../ui/provider-name';
import { type CatalogueSearch, CHANNELS, type Provider } from './reads';

/** What can be integrated, to choose from. */
export function Catalogue({ providers, search }: { providers: readonly Provider[]; search: CatalogueSearch }) {
  const navigate = useNavigate();
  const words = search.name?.toLowerCase() ?? '';
  const found = providers
    .filter(({ kind }) => kind === 'delivery')
    .filter(({ channel }) => search.channel === undefined || channel === search.channel)
    .filter(({ name, providerId }) => `${name} ${providerId}`.toLowerCase().includes(words))
    .toSorted((one, other) => Number(other.sendable) - Number(one.sendable) || one.name.localeCompare(other.name));
  return (
    <>
      <Group mb="sm" gap="xs" role="search" aria-label="Providers">
        <FilterField name="name" value={search.name} label="Search providers" autoFocus />
        <NativeSelect
          aria-label="Channel"
          data={[
            { value: '', label: 'All channels' },
            ...Object.entries(CHANNELS).map(([value, label]) => ({ value, label })),
          ]}
          value={search.channel ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ to: '.', search: ((now: object) => ({ ...now, channel: value })) as never, replace: true })
          }
        />
      </Group>
      {found.length === 0 ? (
        <EmptyState title="No results" action={<TextLink to="/create/integration">Clear filters</TextLink>}>
          A webhook of a tool, or SMTP for email, reaches many services that are not listed.
        </EmptyState>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xs" component="ul" p={0} m={0} aria-label="Providers">
          {found.map((provider) => (
            <ProviderCard key={`${provider.channel} ${provider.providerId}`} provider={provider} />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

function ProviderCard({ provider: { channel, providerId, name, sendable, reason } }: { provider: Provider }) {
  return (
    <Paper withBorder component="li" p="sm" style={{ listStyle: 'none' }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={0} miw={0}>
          {sendable ? (
            <TextLink
              to="/create/integration"
              search={(now) => ({ ...now, channel, provider: providerId })}
              size="sm"
              fw={600}
            >
              {name}
            </TextLink>
          ) : (
            <Text size="sm" fw={600}>
              {name}
            </Text>
          )}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {sendable ? providerName(providerId) : `Cannot be used: ${reason}`}
          </Text>
        </Stack>
        {channel && (
          <Badge variant="outline" color="gray" flex="none">
            {CHANNELS[channel]}
          </Badge>
        )}
      </Group>
    </Paper>
  );
}

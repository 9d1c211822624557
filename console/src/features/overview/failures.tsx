import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { changeOf } from '../../ui/change-words';
import { ChangeSign } from '../../ui/delivery-figures';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { providerName } from '../../ui/provider-name';
import { failureChart } from './chart-reads';
import type { OverviewSearch } from './reads';

const REFETCH_MS = 60_000;
const MAX_ROWS = 6;

interface FailuresProps {
  search: OverviewSearch;
  reasonName: (reason: string) => string;
}

/** Failures by reason, channel and provider, beside the time before. Each number leads to its runs. */
export function Failures({ search, reasonName }: FailuresProps) {
  const failed = (filter: object) => ({ status: 'failed', ...filter });
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
      <Breakdown
        title="Failures by reason"
        by="reason"
        {...{ search }}
        nameOf={reasonName}
        filterOf={(reason) => ({ reason })}
      />
      <Breakdown
        title="Failures by channel"
        by="channel"
        {...{ search }}
        nameOf={(channel) => CHANNELS[channel] ?? channel}
        filterOf={(step) => failed({ step })}
      />
      <Breakdown
        title="Failures by provider"
        by="provider"
        {...{ search }}
        nameOf={providerName}
        filterOf={(provider) => failed({ provider })}
      />
    </SimpleGrid>
  );
}

const CHANNELS: Readonly<Record<string, string>> = {
  email: 'Email',
  sms: 'SMS',
  push: 'Push',
  chat: 'Chat',
  in_app: 'In-app',
  tool: 'Incident alerts',
};

interface BreakdownProps {
  title: string;
  by: 'reason' | 'channel' | 'provider';
  search: OverviewSearch;
  nameOf: (key: string) => string;
  /** The filter of the activity list that a number leads to. */
  filterOf: (key: string) => object;
}

function Breakdown({ title, by, search, nameOf, filterOf }: BreakdownProps) {
  const request = failureChart(search, by);
  const found = useQuery({
    ...query(request, useEnvironment()),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });
  return (
    <Paper withBorder p="md" component="section" aria-label={title} miw={0}>
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      <Loaded query={found}>{({ data }) => <Rows chart={data} nameOf={nameOf} filterOf={filterOf} />}</Loaded>
    </Paper>
  );
}

function Rows({
  chart,
  nameOf,
  filterOf,
}: { chart: Schemas['ChartDto'] } & Pick<BreakdownProps, 'nameOf' | 'filterOf'>) {
  const { series, comparison, times } = chart;
  const shown = series.flatMap(({ key, total }) => (key === null ? [] : [{ key, total }])).slice(0, MAX_ROWS);
  if (shown.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No failures in this period.
      </Text>
    );
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {shown.map(({ key, total }) => {
        const compared = comparison?.series.find((one) => one.key === key);
        return (
          <Group key={key} component="li" gap="sm" justify="space-between" wrap="nowrap" align="baseline">
            <TextLink
              to="/activity"
              search={{ ...filterOf(key), since: times[0] }}
              size="sm"
              style={{ overflowWrap: 'anywhere' }}
            >
              {`${total.toLocaleString()} ${nameOf(key)}`}
            </TextLink>
            <ChangeSign
              change={comparison ? changeOf(compared?.total ?? 0, compared?.previous ?? 0, 'failures') : undefined}
            />
          </Group>
        );
      })}
    </Stack>
  );
}

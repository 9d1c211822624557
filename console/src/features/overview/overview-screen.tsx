import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { ChannelProblems } from '../../ui/channel-problems';
import { overview } from '../../ui/integration-health';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Time } from '../../ui/time';
import { Charts } from './charts';
import { GettingStarted } from './getting-started-panel';
import { Providers } from './providers';
import type { OverviewSearch } from './reads';

type Overview = Schemas['ActivityOverviewDto'];

const AGAIN_MS = 15_000;

interface OverviewScreenProps {
  search: OverviewSearch;
  /** What a reason for skipping is called. */
  reasonName: (reason: string) => string;
}

/** What an operator has to know of an environment: what waits, what fails, and how much is sent. */
export function OverviewScreen({ search, reasonName }: OverviewScreenProps) {
  const environment = useEnvironment();
  const found = useQuery({ ...query(overview, environment), refetchInterval: AGAIN_MS });
  return (
    <>
      <PageHeader title="Overview" about={`Delivery in ${environment.name}: volume, latency and failures.`}>
        <AsCurl request={overview} />
      </PageHeader>
      <Stack gap="lg">
        <GettingStarted key={environment.id} />
        <ChannelProblems />
        <Loaded query={found}>{({ data }) => <Now overview={data} />}</Loaded>
        <Charts search={search} reasonName={reasonName} />
        {found.data?.data.integrations && <Providers integrations={found.data.data.integrations} />}
      </Stack>
    </>
  );
}

/** What waits and what fails now. */
function Now({ overview: { oldestEvent, deadLetters, failingWebhooks } }: { overview: Overview }) {
  const failing = failingWebhooks ?? [];
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      <Fact title="Queue" isWell={oldestEvent === null}>
        {oldestEvent === null ? (
          'Empty.'
        ) : (
          <>
            <TextLink to="/triggers/$transactionId" params={{ transactionId: oldestEvent.transactionId }} size="sm">
              {oldestEvent.transactionId}
            </TextLink>{' '}
            has waited since <Time at={oldestEvent.waitingSince} />.
          </>
        )}
      </Fact>
      <Fact title="Failed messages" isWell={deadLetters.count === 0}>
        {deadLetters.count === 0 ? (
          'None.'
        ) : (
          <TextLink to="/dead-letters" size="sm">
            {`${deadLetters.hasMore ? 'More than ' : ''}${deadLetters.count.toLocaleString()}: view and retry`}
          </TextLink>
        )}
      </Fact>
      <Fact title="Failing webhooks" isWell={failing.length === 0}>
        {failingWebhooks === undefined && 'Your role may not see webhooks.'}
        {failingWebhooks !== undefined && failing.length === 0 && 'None.'}
        {failing.map(({ id, url, failingSince, enabled }) => (
          <div key={id} style={{ overflowWrap: 'anywhere' }}>
            <TextLink to="/webhooks/$webhookId" params={{ webhookId: id }} size="sm" underline="always">
              {url}
            </TextLink>
            {enabled ? '' : ', disabled'}
            {failingSince !== undefined && (
              <>
                {' '}
                since <Time at={failingSince} />
              </>
            )}
          </div>
        ))}
      </Fact>
    </SimpleGrid>
  );
}

function Fact({ title, isWell, children }: { title: string; isWell: boolean; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h6" mb={4}>
        {title}
      </Title>
      <Text size="sm" component="div" c={isWell ? 'dimmed' : undefined} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Paper>
  );
}

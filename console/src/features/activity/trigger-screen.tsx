import { Alert, Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import type { Outcome } from '../../ui/status-badge';
import { StatusBadge } from '../../ui/status-badge';
import { TestBadge } from '../../ui/test-badge';
import { Time } from '../../ui/time';
import { CancelTrigger } from './cancel-trigger';
import { recipients, type RecipientSearch, triggerProgress } from './reads';
import { Trace } from './trace';
import { TriggerReasons } from './trigger-reasons';
import { Recipients } from './trigger-recipients';

type TriggerProgress = Schemas['EventProgressDto'];

const OPEN_AGAIN_MS = 2000;

interface TriggerScreenProps {
  transactionId: string;
  search: RecipientSearch;
  /** Retries what has failed. */
  retry: ReactNode;
}

/** One trigger: how many recipients it had, what became of them, and why nothing was sent where that is so. */
export function TriggerScreen({ transactionId, search, retry }: TriggerScreenProps) {
  const environment = useEnvironment();
  const request = triggerProgress(transactionId);
  const found = useQuery({
    ...query(request, environment),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.data) ? OPEN_AGAIN_MS : false),
  });
  const page = useQuery({
    ...query(recipients(transactionId, search), environment),
    placeholderData: keepPreviousData,
    refetchInterval: found.data && isOpen(found.data.data) ? OPEN_AGAIN_MS : false,
  });
  return (
    <>
      <PageHeader
        title="Trigger"
        back={
          <TextLink to="/triggers" size="sm">
            Triggers
          </TextLink>
        }
        about={<CopyText text={transactionId} label="Copy transaction ID" />}
      >
        {found.data?.data.isTest && <TestBadge />}
        {found.data && isOpen(found.data.data) && <CancelTrigger transactionId={transactionId} />}
        <AsCurl request={request} />
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <Stack gap="md">
            <Counts progress={data} />
            {retry}
            <Problems problems={data.problems} />
            <TriggerReasons transactionId={transactionId} again={isOpen(data) && OPEN_AGAIN_MS} />
            <Loaded query={page}>{(shown) => <Recipients page={shown} search={search} />}</Loaded>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function isOpen({ state, waiting }: TriggerProgress): boolean {
  return state === 'expanding' || (state === 'expanded' && waiting > 0);
}

const OUTCOMES = [
  ['sent', 'delivered', 'teal'],
  ['failed', 'failed', 'red'],
  ['skipped', 'skipped', 'gray'],
  ['waiting', 'waiting', 'blue'],
] as const satisfies readonly (readonly [keyof TriggerProgress, Outcome, string])[];

/** How many recipients have which outcome. Each number leads to those. */
function Counts({ progress }: { progress: TriggerProgress }) {
  const { state, expanded, merged = 0, nothingSent, createdAt, cancelledAt, traceId } = progress;
  return (
    <Paper withBorder p="md" component="section" aria-label="Result">
      {nothingSent && (
        <Alert
          variant="outline"
          color={nothingSent.reason === 'merged' ? 'gray' : 'orange'}
          mb="sm"
          title={nothingSent.reason === 'merged' ? 'Merged into a digest' : 'Nothing was sent'}
        >
          {nothingSent.detail}.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" mb="sm">
        {OUTCOMES.map(([name, outcome]) => (
          <Stack key={name} gap={2}>
            <TextLink
              to="."
              search={
                ((now: object) => ({
                  ...now,
                  outcome: name,
                  reason: undefined,
                  after: undefined,
                  before: undefined,
                })) as never
              }
              size="xl"
              fw={650}
              aria-label={`${progress[name].toLocaleString()} ${name}`}
            >
              {progress[name].toLocaleString()}
            </TextLink>
            <Group>
              <StatusBadge outcome={outcome} word={name} />
            </Group>
          </Stack>
        ))}
      </SimpleGrid>
      <Progress.Root size="sm" aria-hidden>
        {OUTCOMES.map(([name, , color]) => (
          <Progress.Section key={name} value={expanded === 0 ? 0 : (100 * progress[name]) / expanded} color={color} />
        ))}
      </Progress.Root>
      <Group gap="md" mt="sm">
        <Text size="sm" c="dimmed">
          {state === 'expanding'
            ? `${expanded.toLocaleString()} recipients so far; still finding more`
            : `${expanded.toLocaleString()} ${expanded === 1 ? 'recipient' : 'recipients'}`}
        </Text>
        {merged > 0 && (
          <Text size="sm" c="dimmed">
            {merged.toLocaleString()} merged into digests, listed among the skipped
          </Text>
        )}
        <Text size="sm" c="dimmed" component="div">
          Accepted <Time at={createdAt} />
        </Text>
        {cancelledAt !== undefined && (
          <Text size="sm" component="div">
            Canceled <Time at={cancelledAt} />
          </Text>
        )}
        <Trace traceId={traceId} />
      </Group>
    </Paper>
  );
}

function Problems({ problems }: { problems: TriggerProgress['problems'] }) {
  if (problems.length === 0) return null;
  return (
    <Alert variant="outline" color="orange" bg="var(--card)" title="Recipients left out">
      <ul style={{ margin: 0, paddingInlineStart: '1.1rem' }}>
        {problems.map(({ code, detail }, index) => (
          <li key={`${code} ${index}`}>{detail}</li>
        ))}
      </ul>
    </Alert>
  );
}

import { Alert, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { StatusBadge } from '../../ui/status-badge';
import { TestBadge } from '../../ui/test-badge';
import { Time } from '../../ui/time';
import { stepName } from '../../ui/step-name';
import { CancelTrigger } from './cancel-trigger';
import { explain, recipientOf, toExplained } from './explanation';
import { type RunEntry, run } from './reads';
import { Replay } from './replay';
import { RunInput } from './run-input';
import { InWords } from './sentence';
import { Simulate } from './simulate';
import { StepDetail } from './step-detail';
import { Timeline } from './timeline';
import { Trace } from './trace';
import { verdictOf, warningsOf } from './verdict';
import { outcomeOf, statusWord } from './words';

const OPEN: readonly string[] = ['running', 'waiting'];
const OPEN_AGAIN_MS = 2000;

/** A run: in words why somebody got something or did not, and below it what has happened when. */
export function RunScreen({ notificationId, chosen }: { notificationId: string; chosen: string | undefined }) {
  const request = run(notificationId);
  const found = useQuery({
    ...query(request, useEnvironment()),
    // What has not ended is looked at again.
    refetchInterval: ({ state }) => (OPEN.includes(state.data?.data.status ?? '') ? OPEN_AGAIN_MS : false),
  });
  const entry = found.data?.data;
  return (
    <>
      <PageHeader
        title={entry ? `${entry.template?.name ?? 'Deleted workflow'} to ${recipientOf(entry)}` : 'Run'}
        back={
          <TextLink to="/activity" size="sm">
            Activity
          </TextLink>
        }
        about={<CopyText text={notificationId} label="Copy run ID" />}
      >
        {entry && (
          <>
            <Replay run={entry} />
            {OPEN.includes(entry.status) && <CancelTrigger transactionId={entry.transactionId} />}
            <Simulate run={entry} />
          </>
        )}
        <AsCurl request={request} />
      </PageHeader>
      <Loaded query={found}>{({ data }) => <RunParts run={data} chosen={chosen} />}</Loaded>
    </>
  );
}

function RunParts({ run, chosen }: { run: RunEntry; chosen: string | undefined }) {
  const decisive = verdictOf(run, recipientOf(run)).step;
  const step = run.jobs.find(({ _id }) => _id === chosen) ?? decisive ?? run.jobs[0];
  return (
    <Stack gap="md">
      <VerdictBox run={run} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Timeline run={run} chosen={step} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            {step && <StepDetail key={step._id} run={run} step={step} />}
            <RunInput run={run} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** Whether it opened a digest, which other triggers may have joined. */
function gathersOthers({ jobs, _digestedNotificationId }: RunEntry): boolean {
  return (
    jobs.some(({ type, status }) => type === 'digest' && status !== 'skipped' && status !== 'pending') &&
    !_digestedNotificationId
  );
}

const COLORS = { delivered: 'teal', waiting: 'blue', skipped: 'gray', failed: 'red', canceled: 'orange' } as const;

/** The answer to "why did this person not get it?" */
function VerdictBox({ run }: { run: RunEntry }) {
  const who = recipientOf(run);
  const { headline, step, summary } = verdictOf(run, who);
  const explanation = step && summary === undefined ? explain(toExplained(step), who) : undefined;
  const outcome = outcomeOf(run.status);
  return (
    <Alert
      variant="outline"
      color={COLORS[outcome]}
      component="section"
      role="region"
      aria-label="Result"
      bg="var(--card)"
    >
      <Group gap="sm" mb={4}>
        <StatusBadge outcome={outcome} word={statusWord(run.status)} />
        {run.isTest && <TestBadge />}
        <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
          {headline}
        </Text>
      </Group>
      {step && explanation && (
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          {stepName(step.type)}: <InWords sentence={explanation.why} />
        </Text>
      )}
      {explanation?.advice && (
        <Text size="sm" c="dimmed">
          {explanation.advice}
        </Text>
      )}
      <Group gap="md" mt={6}>
        {run.subscriber && (
          <TextLink to="/subscribers/$subscriberId" params={{ subscriberId: run.subscriber.subscriberId }} size="sm">
            {who}
          </TextLink>
        )}
        <TextLink to="/triggers/$transactionId" params={{ transactionId: run.transactionId }} size="sm">
          Trigger and other recipients
        </TextLink>
        {run._digestedNotificationId && (
          <TextLink to="/activity/$notificationId" params={{ notificationId: run._digestedNotificationId }} size="sm">
            View digest
          </TextLink>
        )}
        {gathersOthers(run) && (
          <TextLink to="/activity" search={{ digest: run._id }} size="sm">
            Other triggers in this digest
          </TextLink>
        )}
        <Text size="sm" c="dimmed" component="div">
          Started <Time at={run.startedAt} />
        </Text>
        <Trace traceId={run.traceId} />
      </Group>
      {warningsOf(run).map((warning) => (
        <Text key={warning} size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {warning}
        </Text>
      ))}
      {run.problems?.map(({ code, detail }, index) => (
        <Text key={`${code} ${index}`} size="sm" c="dimmed">
          Others were left out: {detail}
        </Text>
      ))}
    </Alert>
  );
}

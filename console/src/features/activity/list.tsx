import { Badge, Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import { Time } from '../../ui/time';
import { durationText } from './duration';
import { explain, recipientOf, toExplained, verdictOf } from './explanation';
import { RunFilters } from './filters';
import { type LiveState, useLiveRuns } from './live';
import { RUN_FILTERS, type RunEntry, runList, type RunSearch } from './reads';
import { InWords } from './sentence';
import { StepDots } from './step-dots';
import { SavedViews } from './views';
import { outcomeOf, statusWord, stepName } from './words';

const COLUMNS: Column<RunEntry>[] = [
  {
    name: 'Person',
    cell: (run) => (
      <TextLink to="/activity/$notificationId" params={{ notificationId: run._id }} size="sm">
        {recipientOf(run)}
      </TextLink>
    ),
  },
  { name: 'Workflow', cell: ({ template }) => template?.name ?? 'deleted' },
  {
    name: 'Status',
    cell: ({ status }) => <StatusBadge outcome={outcomeOf(status)} word={statusWord(status)} />,
    width: 130,
  },
  { name: 'Steps', cell: ({ jobs }) => <StepDots steps={jobs} />, width: 110 },
  { name: 'Why', cell: (run) => <Why run={run} /> },
  { name: 'Started', cell: ({ startedAt }) => <Time at={startedAt} />, width: 160 },
  { name: 'Took', cell: (run) => tookText(run), width: 90 },
];

/** The runs of the environment, with filters, as they happen. */
export function RunList({ search }: { search: RunSearch }) {
  const environment = useEnvironment();
  const request = runList(search);
  const isFirstPage = search.after === undefined && search.before === undefined;
  const live = useLiveRuns(search, environment, isFirstPage && search.paused === undefined);
  const page = useQuery({ ...query(request, environment), placeholderData: keepPreviousData });
  const isFiltered = RUN_FILTERS.some((name) => search[name] !== undefined);
  return (
    <>
      <PageHeader
        title="Activity"
        about="What became of each trigger, for each person: sent, skipped or failed, and why."
      >
        {isFirstPage && <LiveButton state={live} />}
        <SavedViews />
        <AsCurl request={request} />
      </PageHeader>
      <RunFilters search={search} />
      <Loaded query={page}>
        {({ data, next = null, previous = null }) =>
          data.length > 0 || next !== null || previous !== null ? (
            <>
              <Runs runs={data} />
              {data.length === 0 && (
                <Text size="sm" mt="sm">
                  Nothing here fits the filters yet; the next page looks further back.
                </Text>
              )}
              <Pager page={{ next, previous }} words={['run', 'runs']} />
            </>
          ) : (
            <Nothing isFiltered={isFiltered} />
          )
        }
      </Loaded>
    </>
  );
}

/** Many rows may change at once while the list is live: they are drawn in parts, so that the browser goes on responding. */
function Runs({ runs }: { runs: RunEntry[] }) {
  return <RunTable runs={useDeferredValue(runs)} />;
}

const RunTable = memo(function RunTable({ runs }: { runs: RunEntry[] }) {
  return <DataTable label="Activity" columns={COLUMNS} rows={runs} rowKey={({ _id }) => _id} />;
});

/** The reason of the step that decided the run, in words. */
function Why({ run }: { run: RunEntry }) {
  const who = recipientOf(run);
  const { step, summary } = verdictOf(run, who);
  if (summary !== undefined) return summary;
  if (!step) return null;
  return (
    <Text size="sm" component="div">
      {stepName(step.type)}: <InWords sentence={explain(toExplained(step), who).why} />
    </Text>
  );
}

function tookText({ startedAt, endedAt }: RunEntry): string | null {
  return endedAt === undefined ? null : durationText(Date.parse(endedAt) - Date.parse(startedAt));
}

const LIVE_WORDS: Record<LiveState, string> = {
  connecting: 'Connecting',
  live: 'Live',
  refused: 'Not live: too many lists are open',
  off: 'Paused',
};

function LiveButton({ state }: { state: LiveState }) {
  const navigate = useNavigate();
  const isPaused = state === 'off';
  const turn = () =>
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, paused: isPaused ? undefined : 'yes' })) as never,
      replace: true,
    });
  return (
    <Group gap="xs">
      <Badge variant="outline" color={state === 'live' ? 'teal' : 'gray'} role="status">
        {LIVE_WORDS[state]}
      </Badge>
      <Button
        variant="default"
        size="xs"
        onClick={turn}
        leftSection={isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
      >
        {isPaused ? 'Go on' : 'Pause'}
      </Button>
    </Group>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No run fits these filters" action={<TextLink to="/activity">Show all</TextLink>}>
        Names and addresses are compared with capital letters. A trigger that found nobody has no run: look for it among
        the triggers. Another environment may have it: choose it at the top.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing has been triggered yet" action={<TextLink to="/triggers">See the triggers</TextLink>}>
      When your application triggers a workflow, each person it is for appears here, with every step and the reason for
      its outcome. This list shows it at once.
    </EmptyState>
  );
}

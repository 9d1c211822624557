import { Badge, Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import { RunFilters } from './filters';
import { type LiveState, useLiveRuns } from './live';
import { RUN_FILTERS, runList, type RunSearch } from './reads';
import { RunTable } from './run-table';

/** Not needed for the first look at the list. */
const SavedViews = lazy(async () => ({ default: (await import('./views')).SavedViews }));

/** The runs of the environment, with filters, as they happen. */
export function RunList({ search }: { search: RunSearch }) {
  const environment = useEnvironment();
  const isFirstPage = search.after === undefined && search.before === undefined;
  const live = useLiveRuns(search, environment, isFirstPage && search.paused === undefined);
  return (
    <>
      <PageHeader title="Activity" about="Every notification by recipient: sent, skipped or failed, and why.">
        {isFirstPage && <LiveButton state={live} />}
        <Suspense>
          <SavedViews />
        </Suspense>
        <AsCurl request={runList(search)} />
      </PageHeader>
      <RunFilters search={search} />
      <Runs search={search} />
    </>
  );
}

/** The list alone. A live list is drawn several times a second; what stands above it is not. */
function Runs({ search }: { search: RunSearch }) {
  const environment = useEnvironment();
  const page = useQuery({ ...query(runList(search), environment), placeholderData: keepPreviousData });
  const isFiltered = RUN_FILTERS.some((name) => search[name] !== undefined);
  return (
    <Loaded query={page}>
      {({ data, next = null, previous = null }) =>
        data.length > 0 || next !== null || previous !== null ? (
          <>
            <RunTable runs={data} />
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
  );
}

const LIVE_WORDS: Record<LiveState, string> = {
  connecting: 'Connecting',
  live: 'Live',
  refused: 'Not live: too many tabs are open',
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
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
    </Group>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No results" action={<TextLink to="/activity">Clear filters</TextLink>}>
        A trigger without recipients is listed under Triggers only. Another environment may have it: choose it at the
        top.
      </EmptyState>
    );
  return (
    <EmptyState title="No activity yet" action={<TextLink to="/triggers">View triggers</TextLink>}>
      When your application triggers a workflow, each recipient appears here at once, with every step and the reason for
      its result.
    </EmptyState>
  );
}

import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query, read } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { Pager, type Place } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import { RUNS_PER_PAGE } from './reads';
import { RunTable } from './run-table';

/** What became of each trigger for one subscriber. */
export function RunsOf({ subscriberId, place: { after, before } }: { subscriberId: string; place: Place }) {
  const request = read('/v1/notifications', {
    query: { paging: 'cursor', limit: RUNS_PER_PAGE, subscriberIds: [subscriberId], after, before },
  });
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <Loaded query={page}>
      {({ data, next = null, previous = null }) =>
        data.length > 0 ? (
          <>
            <Group justify="space-between" mb="xs">
              <TextLink to="/activity" search={{ person: subscriberId } as never} size="sm">
                More filters
              </TextLink>
              <AsCurl request={request} />
            </Group>
            <RunTable runs={data} />
            <Pager page={{ next, previous }} words={['run', 'runs']} />
          </>
        ) : (
          <EmptyState title="No activity yet">
            Each trigger that names this subscriber, or a topic of theirs, is listed here with the reason for its
            outcome.
          </EmptyState>
        )
      }
    </Loaded>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, refresh } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { deadLetterCount } from './reads';
import { ReplayAll } from './replay-all';

/** Retries the failed messages of a trigger. */
export function RetryTrigger({ transactionId }: { transactionId: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const filter = { transactionId };
  const { data } = useQuery(query(deadLetterCount(filter), environment));
  if (!data) return null;
  return (
    <ReplayAll
      filter={filter}
      total={data.totalCount}
      isMore={data.totalCountCapped}
      onDone={() => refresh(client, 'events', environment)}
    />
  );
}

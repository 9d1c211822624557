import { useQuery } from '@tanstack/react-query';
import type { Environment } from '../../api/client';
import { query, read } from '../../api/read';

/** The time that the page of an integration shows. */
export type RequestSpan = 'day' | 'week';

const HOUR_MS = 3_600_000;
const HOURS = { day: 23, week: 167 } as const satisfies Record<RequestSpan, number>;

/** Requests to the provider of an integration by hour, and how long they took, with the time before. */
export function requestChart(integrationId: string, span: RequestSpan, now: Date) {
  const from = new Date(now.getTime() - HOURS[span] * HOUR_MS).toISOString();
  return read('/v1/activity/charts', {
    query: { interval: 'hour', groupBy: 'attempt', integrationId, from, latency: true, compare: true },
  });
}

/** The last messages that failed with an integration. */
export function failedMessages(integrationId: string) {
  return read('/v1/dead-letters', { query: { integrationId, limit: 5 } });
}

/** Whether another integration takes over: on, unless the environment has switched it off. */
export function useHasFailover(environment: Environment): boolean {
  const found = useQuery(query(read('/v1/environments', {}), environment));
  return found.data?.data.find(({ _id }) => _id === environment.id)?.failover !== false;
}

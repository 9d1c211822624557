import type { Schemas } from '../api/client';
import { read } from '../api/read';
import { StatusBadge } from './status-badge';

export type IntegrationHealth = Schemas['IntegrationHealthDto'];

/** What waits and what fails now, with the health of each integration. */
export const overview = read('/v1/activity/overview', {});

/** Whether an integration works: its provider accepts the account, and what it has sent in the last hour. */
export function HealthBadge({ health: { active, health, lastHour } }: { health: IntegrationHealth }) {
  if (!active) return <StatusBadge outcome="canceled" word="Disabled" />;
  if (health) return <StatusBadge outcome="failed" word="Refused" />;
  if (lastHour.failed > 0) return <StatusBadge outcome="failed" word={lastHour.sent > 0 ? 'Degraded' : 'Failing'} />;
  return lastHour.sent > 0 ? (
    <StatusBadge outcome="delivered" word="Healthy" />
  ) : (
    <StatusBadge outcome="waiting" word="No traffic" />
  );
}

/** How much was sent and how much has failed. */
export function countsOf({ sent, failed }: IntegrationHealth['lastHour']): string {
  return `${sent.toLocaleString()} sent, ${failed.toLocaleString()} failed`;
}

import type { Channel } from '#libs/channels.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import type { MessageState } from '../../../notifications/messages/messages.service.js';
import { reachedStatuses } from '../../../notifications/messages/reached-statuses.js';
import type { IdMap } from '../../../platform/ids.js';
import type { AwaitedStatus } from '../../../workflows/steps/awaited.js';

/**
 * Ends the wait of a simulated run by the first status or event that it waits for. A status is noted with the messages, so that
 * conditions of later steps see it. Returns whether the run waits for something that can come.
 */
export function endByFirst(run: Run, states: IdMap<MessageState>, at: Date): boolean {
  const [first] = run.wait?.awaits?.until ?? [];
  if (!run.wait || !first) return false;
  if ('event' in first) {
    run.wait = { ...run.wait, ended: { at, event: first.event } };
    return true;
  }
  const { stepId, status } = first;
  const step = run.steps.find((one) => one.stepId === stepId);
  const state = stateWith(status, step?.type as Channel, at);
  if (!state.statuses.includes(status)) return false;
  for (const id of step?.messageIds ?? []) states.set(id, state);
  run.wait = { ...run.wait, ended: { at, stepId, statuses: state.statuses } };
  return true;
}

/** The state of a message that has reached a status. */
function stateWith(status: AwaitedStatus, channel: Channel, at: Date): MessageState {
  const read = status === 'read' || status === 'opened' || status === 'clicked';
  const reported = status === 'seen' || status === 'read' ? 'opened' : status;
  const statuses = reachedStatuses(
    {
      channel,
      seen: read || status === 'seen',
      read,
      archived: false,
      deliveredAt: [at],
      reports: [{ status: reported }],
      ...(status === 'clicked' && { lastCompleted: 'primary' }),
    },
    at,
  );
  const seen = statuses.includes('seen');
  return { seen, read, awaited: true, statuses, ...(seen && { lastSeenAt: at }), ...(read && { readAt: at }) };
}

import type { Event } from '../../events/event.schema.js';
import type { Run, RunStatus } from '../../notifications/activity/run.schema.js';
import type { ReopenedRun } from '../../notifications/activity/runs.service.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import type { Replay } from '../../notifications/activity/sending-progress.js';

/** Why a message cannot be sent once more. */
export type Refusal = 'run_gone' | 'run_open' | 'content_gone' | 'attachments_gone';

const OPEN: readonly RunStatus[] = ['running', 'waiting'];

/** Why messages of a run cannot be sent once more, if so. The event of a run holds the content of its messages. */
export function replayRefusal(
  run: Run | undefined,
  event: Pick<Event, 'attachments'> | undefined,
  messages: readonly Message[],
): Refusal | undefined {
  if (!run) return 'run_gone';
  if (OPEN.includes(run.status)) return 'run_open';
  if (!event) return 'content_gone';
  // Behaviour E4, E5: attachments went when the run ended.
  const hasFiles = (event.attachments ?? []).length > 0;
  return hasFiles && messages.some(({ channel }) => channel === 'email') ? 'attachments_gone' : undefined;
}

/** The run goes back to the steps of these messages, and to no other. */
export function reopened(run: Run, messages: readonly Message[], expiresAt: Date): ReopenedRun {
  const replays = run.steps.flatMap(({ stepId, status }, step): Replay[] => {
    const own = messages.filter((message) => message.stepId === stepId).map(({ _id }) => _id.toHexString());
    return own.length > 0 ? [{ step, messages: own, delivered: status === 'completed' }] : [];
  });
  return {
    _id: run._id,
    stepIndex: replays[0]?.step ?? run.steps.length,
    replays,
    replayedFrom: run.status,
    replayId: run.replayId,
    expiresAt,
  };
}

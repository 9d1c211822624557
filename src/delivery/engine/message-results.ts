import { isChannel } from '#libs/channels.js';
import type { RunStep } from '../../notifications/activity/run.schema.js';
import type { MessageState } from '../../notifications/messages/messages.service.js';
import { AWAITED_STATUSES } from '../../workflows/steps/awaited.js';
import type { Workflow, WorkflowStep } from '../../workflows/workflow.schema.js';

/** Whether later steps can read what has become of the messages of a step. Code gets what it always got (behaviour CF4). */
export function hasStatuses({ type }: Pick<RunStep, 'type'>, { external }: Pick<Workflow, 'external'>): boolean {
  return type === 'in_app' || (isChannel(type) && !external);
}

/**
 * What later steps read of a step that sends messages (behaviour P9, CS71). Of several messages it is enough that one has a
 * status. `states`: of those that are stored.
 */
export function messageResult({ type, status, reason }: RunStep, states: readonly MessageState[]) {
  const reached = new Set(states.flatMap(({ statuses }) => statuses));
  if (type === 'in_app' && status === 'completed') reached.add('delivered');
  if (reason === 'send_failed') reached.add('bounced');
  const [first] = states;
  return {
    ...Object.fromEntries(AWAITED_STATUSES.map((one) => [one, reached.has(one)])),
    ...(type === 'in_app' && {
      lastSeenDate: first?.lastSeenAt?.toISOString() ?? null,
      lastReadDate: first?.readAt?.toISOString() ?? null,
    }),
  };
}

/**
 * Whether a step may read statuses of messages of earlier steps: it waits for them, its controls name `steps`, or an
 * application gets them. Other workflows need not read those messages.
 */
export function readsStatuses(step: WorkflowStep): boolean {
  let reads = KNOWN.get(step);
  if (reads === undefined) {
    reads = step.type === 'wait_until' || step.inCode === true || /\bsteps\b/.test(JSON.stringify(step.controlValues));
    KNOWN.set(step, reads);
  }
  return reads;
}

const KNOWN = new WeakMap<WorkflowStep, boolean>();

import { delayUntil } from '#libs/schedule/waits/waits.js';
import type { Types } from 'mongoose';
import type { RunAwaits, RunWait, WaitEnd } from '../../../notifications/activity/run.schema.js';
import { isObject } from '../../../platform/values/is-object.js';
import { type Awaited, awaitedIn, awaitedInWords, waitingTime } from '../../../workflows/steps/awaited.js';
import { completed, failed, type StepOutcome } from '../step-outcome.js';
import { renderedControls, templateFailure } from './controls.js';
import type { StepContext, StepServices } from './step.js';

/**
 * Makes the run wait for a status of an earlier message, for an event of the application, or for its timeout (behaviour CS70 to
 * CS75). Which of them it is was decided by one update of the stored run, or is decided here, where only one worker has it.
 */
export async function executeWaitUntilStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { scope, wait, step } = context;
  if (wait) {
    const came = cameBefore(context, wait);
    if (came) return ended(context, wait, came);
    const isOver = wait.released || wait.until.getTime() <= scope.now.getTime();
    return isOver ? timedOut(context, wait) : waiting(wait);
  }
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls, 'What the step waits for could not be read');
  const until = awaitedIn(controls.values.until);
  if (until.length === 0) return invalid('until names neither a status of an earlier step nor an event');
  const { values } = waitingTime({ type: step.type, controlValues: controls.values });
  const timeout = delayUntil(values, {
    now: scope.now,
    zone: scope.subscriber.timezone,
    payload: scope.event.payload,
    maximum: services.maxWait,
  });
  if (!timeout.ok) return invalid(`timeout: ${timeout.error}`);
  const begun: RunWait = { until: timeout.value, extensions: 0, since: scope.now, awaits: awaitsOf(context, until) };
  const came = cameBefore(context, begun);
  if (came) return ended(context, begun, came);
  if (begun.until.getTime() <= scope.now.getTime()) return timedOut(context, begun);
  // Those that are not stored yet have the mark from the beginning.
  const unmarked = messagesOf(context, until).filter((id) => scope.messageStates.get(id)?.awaited === undefined);
  const stored = unmarked.filter((id) => scope.messageStates.has(id));
  if (stored.length > 0) await services.effects.awaitMessages(stored);
  return waiting(begun);
}

/** The key by which an event finds the waits for it: of one trigger, or of one subscriber. */
export function eventKey(name: string, owner: Types.ObjectId): string {
  return `event ${owner} ${name}`;
}

/** The key by which the inbox of a subscriber finds the waits for its notifications. */
export function inboxKey(subscriberId: Types.ObjectId): string {
  return `inbox ${subscriberId}`;
}

function awaitsOf({ run, scope }: StepContext, until: Awaited[]): RunAwaits {
  const events = until.flatMap((one) =>
    'event' in one ? [eventKey(one.event, scope.event._id), eventKey(one.event, run.subscriberId)] : [],
  );
  const isOfInbox = until.some((one) => 'status' in one && stepOf(run, one.stepId)?.type === 'in_app');
  const keys = [...new Set([...events, ...(isOfInbox ? [inboxKey(run.subscriberId)] : [])])];
  return { until, ...(keys.length > 0 && { keys }) };
}

function stepOf(run: StepContext['run'], stepId: string) {
  return run.steps.find((one) => one.stepId === stepId);
}

/** The stored messages of earlier steps whose statuses it waits for. */
function messagesOf({ run }: StepContext, until: readonly Awaited[]) {
  const awaited = new Set(until.flatMap((one) => ('status' in one ? [one.stepId] : [])));
  return run.steps.flatMap(({ stepId, messageIds = [] }) => (awaited.has(stepId) ? messageIds : []));
}

/**
 * What has ended a wait: what the update that woke the run says; else a status that the messages have now, or an event that
 * was noted with the trigger, in case nobody could wake the run.
 */
function cameBefore({ data, scope }: StepContext, { awaits, ended: end }: RunWait): Came | undefined {
  const until = awaits?.until ?? [];
  const awaited = end && until.find((one) => isEndedBy(one, end));
  if (awaited && end) return { awaited, ...('payload' in end && { payload: end.payload }) };
  const steps = isObject(data.steps) ? data.steps : {};
  for (const one of until) {
    if ('status' in one) {
      const result = steps[one.stepId];
      if (isObject(result) && result[one.status] === true) return { awaited: one };
    } else {
      const arrival = scope.event.arrivals?.find(({ name }) => name === one.event);
      if (arrival) return { awaited: one, payload: arrival.payload };
    }
  }
  return undefined;
}

interface Came {
  awaited: Awaited;
  payload?: Record<string, unknown>;
}

function isEndedBy(awaited: Awaited, end: WaitEnd): boolean {
  if ('event' in awaited) return 'event' in end && end.event === awaited.event;
  return 'stepId' in end && end.stepId === awaited.stepId && end.statuses.includes(awaited.status);
}

function waiting(wait: RunWait): StepOutcome {
  const words = (wait.awaits?.until ?? []).map(awaitedInWords).join(', or ');
  const raw = `for ${words}; until ${wait.until.toISOString()}`;
  return {
    status: 'delayed',
    reason: 'wait_until_waiting',
    details: [{ status: 'Pending', detail: 'Step waits for a status or an event', raw }],
    wait,
  };
}

/** Behaviour CS70: what later steps read. */
const NOTHING = { status: null, stepId: null, event: null, payload: {} };

function ended({ scope }: StepContext, { since }: RunWait, { awaited, payload }: Came): StepOutcome {
  const duration = scope.now.getTime() - since.getTime();
  const isEvent = 'event' in awaited;
  const result = {
    ...NOTHING,
    outcome: isEvent ? 'event' : 'status',
    ...awaited,
    ...(payload && { payload }),
    duration,
  };
  const outcome = completed(isEvent ? 'wait_until_event' : 'wait_until_status', 'What the step waited for has come', {
    result,
  });
  return { ...outcome, details: outcome.details.map((line) => ({ ...line, raw: awaitedInWords(awaited) })) };
}

function timedOut({ scope }: StepContext, { since }: RunWait): StepOutcome {
  const duration = scope.now.getTime() - since.getTime();
  const result = { ...NOTHING, outcome: 'timeout', duration };
  return completed('wait_until_timeout', 'The timeout of the step has come', { result });
}

function invalid(error: string): StepOutcome {
  return failed('wait_until_invalid', 'The step cannot wait', error);
}

import { isObject } from '../../platform/values/is-object.js';

/** What can become of a message after it was sent, as conditions and waits of later steps name it (behaviour CS71). */
export const AWAITED_STATUSES = ['delivered', 'opened', 'clicked', 'bounced', 'seen', 'read'] as const;

export type AwaitedStatus = (typeof AWAITED_STATUSES)[number];

/** What ends a step of type `wait_until` before its timeout: a status of the message of an earlier step, or an event. */
export type Awaited = { stepId: string; status: AwaitedStatus } | { event: string };

type Values = Readonly<Record<string, unknown>>;

/** Characters of the name of an event. */
export const MAX_EVENT_NAME = 128;

/** Reads the control `until`; what says neither a status with its step nor an event is left out. */
export function awaitedIn(until: unknown): Awaited[] {
  const entries: unknown[] = Array.isArray(until) ? until : [];
  return entries.flatMap((entry): Awaited[] => {
    if (!isObject(entry)) return [];
    const { status, stepId, event } = entry;
    if (isAwaitedStatus(status)) return typeof stepId === 'string' && stepId !== '' ? [{ stepId, status }] : [];
    return typeof event === 'string' && event.trim() !== '' ? [{ event: event.trim().slice(0, MAX_EVENT_NAME) }] : [];
  });
}

/** The control values that say how long a step waits: those of a `wait_until` are in its `timeout`, the path of which is `at`. */
export function waitingTime({ type, controlValues }: { type: string; controlValues: Values }): {
  values: Values;
  at: '' | 'timeout.';
} {
  if (type !== 'wait_until') return { values: controlValues, at: '' };
  return { values: isObject(controlValues.timeout) ? controlValues.timeout : {}, at: 'timeout.' };
}

/** As details of a step say it, such as `read of welcome`. */
export function awaitedInWords(awaited: Awaited): string {
  return 'event' in awaited ? `event ${awaited.event}` : `${awaited.status} of ${awaited.stepId}`;
}

function isAwaitedStatus(value: unknown): value is AwaitedStatus {
  return AWAITED_STATUSES.some((status) => status === value);
}

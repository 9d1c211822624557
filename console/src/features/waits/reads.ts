import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { oneOf, textOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

export type Wait = Schemas['WaitDto'];
type Reason = Wait['reason'];

/** What notifications wait for. */
export const REASONS: Record<Reason, string> = {
  delay_waiting: 'Delay',
  wait_until_waiting: 'Status or event',
  digest_waiting: 'Digest',
  quiet_hours_waiting: 'Quiet hours',
  send_retrying: 'Retry',
  rate_waiting: 'Integration rate',
  cap_waiting: 'Message cap',
  bridge_retrying: 'Application',
};

export const REASON_OPTIONS = Object.entries(REASONS).map(([value, label]) => ({ value, label }));

/** Which notifications are meant: the filters of the list, and of ending their waits. */
export interface WaitFilter {
  reason?: Reason;
  subscriberId?: string;
  workflowId?: string;
  stepId?: string;
  transactionId?: string;
  key?: string;
}

/** What the address of the list says. */
export type WaitSearch = WaitFilter & Place;

/** The part of the address that belongs to the list. */
export function searchOf(given: Record<string, unknown>): WaitSearch {
  return {
    ...placeOf(given),
    reason: oneOf(Object.keys(REASONS) as Reason[], given.reason),
    subscriberId: textOf(given.subscriberId),
    workflowId: textOf(given.workflowId),
    stepId: textOf(given.stepId),
    transactionId: textOf(given.transactionId),
    key: textOf(given.key),
  };
}

/** The filters alone, without what is not given: it is also the body that ends the waits. */
export function filterOf({ reason, subscriberId, workflowId, stepId, transactionId, key }: WaitSearch): WaitFilter {
  const filter = { reason, subscriberId, workflowId, stepId, transactionId, key };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

const PAGE = 25;

/** A page of notifications that wait. */
export function waitList(search: WaitSearch) {
  const { after, before } = search;
  return read('/v1/waits', { query: { ...filterOf(search), after, before, limit: PAGE } });
}

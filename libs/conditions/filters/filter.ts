/** The comparisons of a filter child (X10). */
export const FILTER_OPERATORS = [
  'EQUAL',
  'NOT_EQUAL',
  'LARGER',
  'SMALLER',
  'LARGER_EQUAL',
  'SMALLER_EQUAL',
  'LIKE',
  'NOT_LIKE',
  'IN',
  'NOT_IN',
  'ANY_IN',
  'ALL_IN',
  'BETWEEN',
  'NOT_BETWEEN',
  'IS_DEFINED',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Compares a field of the payload, subscriber or tenant. The value is text; lists are separated by commas. */
export interface FieldFilterChild {
  on: 'payload' | 'subscriber' | 'tenant';
  field: string;
  operator: FilterOperator;
  value?: unknown;
}

/** Compares a field of the response of a URL. */
export interface WebhookFilterChild {
  on: 'webhook';
  webhookUrl: string;
  field: string;
  operator: FilterOperator;
  value?: unknown;
}

/** Whether the subscriber is online (`value` true) or offline (false) now. */
export interface OnlineFilterChild {
  on: 'isOnline';
  value: boolean;
}

/** Whether the subscriber is online, or was within the last `value` minutes, hours or days. */
export interface OnlineInLastFilterChild {
  on: 'isOnlineInLast';
  timeOperator: 'minutes' | 'hours' | 'days';
  value: number;
}

/** The state of the message of an earlier step. */
export interface PreviousStepFilterChild {
  on: 'previousStep';
  /** The identifier of the step, which is the key of its results. */
  step: string;
  stepType: 'read' | 'unread' | 'seen' | 'unseen';
}

export type FilterChild =
  | FieldFilterChild
  | WebhookFilterChild
  | OnlineFilterChild
  | OnlineInLastFilterChild
  | PreviousStepFilterChild;

/** A group of children; `value` joins them. `type` is for editors and has no effect. */
export interface FilterGroup {
  value?: 'AND' | 'OR';
  isNegated?: boolean;
  type?: string;
  children?: readonly FilterChild[];
}

/** The state of an earlier step's message. */
export interface PreviousMessage {
  seen: boolean;
  read: boolean;
}

/** The values a filter may read. */
export interface FilterData {
  now: Date;
  payload?: unknown;
  /** With `isOnline` and `lastOnlineAt` for the online conditions. */
  subscriber?: unknown;
  tenant?: unknown;
  /** Messages of earlier steps by step identifier; a step without a message is absent. */
  previousMessages?: Readonly<Record<string, PreviousMessage | undefined>>;
}

/** Access to the network, time and chance, which only webhook conditions need. */
export interface WebhookAccess {
  /** Makes one attempt and returns the parsed response. A rejection counts as a failed attempt. */
  callWebhook(child: WebhookFilterChild): Promise<unknown>;
  /** Waits between attempts. */
  wait(milliseconds: number): Promise<void>;
  /** Returns a number from 0 to 1, 1 excluded. */
  random(): number;
  /** Default 3. */
  attempts?: number;
}

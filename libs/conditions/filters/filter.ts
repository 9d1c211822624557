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

/** Compares a field of the answer that a web address gives. */
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

/** Whether the subscriber is online or was within the last `value` minutes, hours or days. */
export interface OnlineInLastFilterChild {
  on: 'isOnlineInLast';
  timeOperator: 'minutes' | 'hours' | 'days';
  value: number;
}

/** What became of the message of an earlier step. */
export interface PreviousStepFilterChild {
  on: 'previousStep';
  /** The step's identifier, as the engine keys its results. */
  step: string;
  stepType: 'read' | 'unread' | 'seen' | 'unseen';
}

export type FilterChild =
  FieldFilterChild | WebhookFilterChild | OnlineFilterChild | OnlineInLastFilterChild | PreviousStepFilterChild;

/** A group of children; `value` joins them. `type` is for editors and has no effect. */
export interface FilterGroup {
  value?: 'AND' | 'OR';
  isNegated?: boolean;
  type?: string;
  children?: readonly FilterChild[];
}

/** What became of an earlier step's message. */
export interface PreviousMessage {
  seen: boolean;
  read: boolean;
}

/** The values a filter may look at. */
export interface FilterData {
  now: Date;
  payload?: unknown;
  /** With `isOnline` and `lastOnlineAt` for the online conditions. */
  subscriber?: unknown;
  tenant?: unknown;
  /** Messages of earlier steps by step identifier; a step without a message is absent. */
  previousMessages?: Readonly<Record<string, PreviousMessage | undefined>>;
}

/** The world outside, which only webhook conditions need. */
export interface WebhookAccess {
  /** One attempt: the parsed answer. A rejection counts as a failed attempt. */
  callWebhook(child: WebhookFilterChild): Promise<unknown>;
  /** Waits between attempts. */
  wait(milliseconds: number): Promise<void>;
  /** A number from 0 to 1, 1 excluded. */
  random(): number;
  /** Default 3. */
  attempts?: number;
}

import type { WebhookFilterChild } from './filter.js';

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

import type { Types } from 'mongoose';
import type { Fault } from '#libs/providers/kit/fault.js';

/** Results of an attempt. `ambiguous`: there was no response, so the message may have been sent (behaviour S2). */
export const SEND_OUTCOMES = ['transient', 'permanent', 'invalid_target', 'sent', 'ambiguous'] as const;

/** One attempt to send a message with a provider. */
export interface SendAttempt {
  at: Date;
  integrationId: Types.ObjectId;
  providerId: string;
  /** Milliseconds until the provider had responded; absent in older attempts. */
  ms?: number;
  outcome: (typeof SEND_OUTCOMES)[number];
  /** Who has to act after a failure; absent in older attempts. */
  fault?: Fault;
  /** Text of the error, including the provider's own; never a secret. */
  error?: string;
  /** Status code of the provider's response. */
  statusCode?: number;
}

/** The result of a message for one of its addresses. */
interface SettledAddress {
  /** Identifies the attempts for this address towards the provider. */
  key: string;
  sent: boolean;
  error?: string;
}

/** An address of an email that a provider has refused for good, and its words. */
export interface RefusedAddress {
  address: string;
  error?: string;
}

/** The progress of one message of a step. */
export interface MessageProgress {
  /** All attempts for all of its addresses, oldest first. */
  attempts: SendAttempt[];
  /** The integration it is sent with now. */
  integrationId: Types.ObjectId;
  /** When it was first tried; absent before, and in the progress of earlier releases. */
  since?: Date;
  /** Number of rounds with this integration so far. */
  tries: number;
  /** Integrations that were given up in this turn through all of them. */
  givenUp: Types.ObjectId[];
  /** No integration has accepted it in a whole turn: from now on each has one try in a turn. */
  isLate?: true;
  settled: SettledAddress[];
  /** Of an email that some addresses have accepted or refused: these, and those that are still open (behaviour S10). */
  accepted?: string[];
  refused?: RefusedAddress[];
  only?: string[];
  /** The provider's id of the message, if it has returned one. */
  providerMessageId?: string;
  /** When it continues; absent when all addresses are settled and the message is stored. */
  until?: Date;
  /** It ended because it was too late (behaviour EX5). */
  expired?: true;
  /** An address was not sent to, because it has been suppressed after the step began (behaviour CS23). */
  suppressed?: true;
  /** What it waits for until then, before it is sent; absent for the next attempt after a failure. */
  waitsFor?: 'rate' | 'cap';
}

/** The messages of a step that is not finished, by hexadecimal id. */
export type SendingProgress = Record<string, MessageProgress>;

/** A step whose messages are sent again. */
export interface Replay {
  /** Index of the step in the run. */
  step: number;
  /** Hexadecimal ids of the messages. */
  messages: string[];
  /** Whether the step has delivered other messages. */
  delivered: boolean;
}

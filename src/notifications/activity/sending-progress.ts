import type { Types } from 'mongoose';

/** One time a message was handed to a provider. */
export interface SendAttempt {
  at: Date;
  integrationId: Types.ObjectId;
  providerId: string;
  /** `ambiguous`: there was no answer, so that it may have been sent (behaviour S2). */
  outcome: 'sent' | 'transient' | 'ambiguous' | 'permanent' | 'invalid_target';
  /** In words, with the provider's own; never with a secret. */
  error?: string;
  /** Status of the provider's answer. */
  statusCode?: number;
}

/** What became of a message at one of its addresses. */
export interface SettledAddress {
  /** By which the provider knows the attempts at this address. */
  key: string;
  sent: boolean;
  error?: string;
}

/** How far one message of a step has come. */
export interface MessageProgress {
  /** Every attempt at any of its addresses, oldest first. */
  attempts: SendAttempt[];
  /** The integration it is sent with now. */
  integrationId: Types.ObjectId;
  /** Rounds with this integration so far. */
  tries: number;
  /** Integrations that were given up. */
  givenUp: Types.ObjectId[];
  settled: SettledAddress[];
  /** The provider's id of the message, as far as it has told one. */
  providerMessageId?: string;
  /** When it goes on; absent when everything is settled and the message is stored. */
  until?: Date;
}

/** The messages of a step that has been executed, but is not finished, by hexadecimal id. */
export type SendingProgress = Record<string, MessageProgress>;

/** A step of which something is sent once more. */
export interface Replay {
  /** Its position among the steps of the run. */
  step: number;
  /** Hexadecimal ids of the messages. */
  messages: string[];
  /** Whether the step had delivered something else. */
  delivered: boolean;
}

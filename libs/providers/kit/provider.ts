import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { WebhookFormat } from '../webhooks/webhook-format.js';
import { Account, type CredentialKey } from './account.js';
import type { Content, SendingChannel } from './content.js';
import type { HttpExchange } from './http/http-exchange.js';

/** Why a message was not sent. */
export interface SendProblem {
  ok: false;
  /**
   * `transient`: it may go well later. `permanent`: the same request will never be accepted. `invalid_target`: the
   * device or address does not exist any more, and must not be used again (behaviour U3).
   */
  kind: 'transient' | 'permanent' | 'invalid_target';
  /** In words, with the provider's own; never with a secret. */
  error: string;
  /** Status of the answer; absent when there was none. */
  statusCode?: number;
  /** How long the provider wants to be left alone, in milliseconds. */
  retryAfterMs?: number;
  /** There was no answer: the message may have been sent all the same (behaviour S2). */
  ambiguous?: boolean;
}

/** What became of a message. `id`: by which the provider will report about it, where it has told (behaviour S8). */
export type SendResult = { ok: true; id?: string } | SendProblem;

/** What a provider wants to know of its account. Keys beyond these are kept, too: providers add some. */
export interface ProviderKeys {
  /** Without these an account cannot send. */
  needed?: readonly CredentialKey[];
  optional?: readonly CredentialKey[];
}

/** A message for one recipient, to be sent with one account. */
export interface ProviderMessage<C extends Content = Content> {
  /** The same for every attempt, for providers that recognize a repetition by it (behaviour S2). At most 64 characters. */
  key: string;
  content: C;
  /** What the trigger wants to have changed for this provider (behaviour E2); see {@link passthrough}. */
  overrides: Readonly<Record<string, unknown>>;
}

/** What providers do anything with. */
export interface World {
  http: HttpExchange;
  /**
   * A connection to a server that speaks another protocol; under the same rules as `http`, and with its errors. `purpose`:
   * `mail` where the account names a mail server, which may also be a local one where the installation allows that.
   */
  connect(target: { host: string; port: number; purpose?: 'mail' }): Promise<Socket>;
  now(): Date;
  /** Ends when the message must not be sent any more. */
  signal: AbortSignal;
}

/** A service that messages of one channel are sent with. */
export interface Provider<C extends Content = Content> {
  id: string;
  channel: SendingChannel;
  /** Name for people, and of an integration that is given none. */
  name: string;
  /** Where the service describes the requests made here. */
  documentation: string;
  /** Absent: any key may be given and none is needed. */
  keys?: ProviderKeys;
  /** How the service reports what has become of messages, where it does so in a form of its own. */
  reports?: WebhookFormat;
  /**
   * Sends once. Never throws for what the other side does, nor for what the account lacks: that is a result. The same
   * account may send at the same time as often as it likes.
   */
  send(message: ProviderMessage<C>, account: Account, world: World): Promise<SendResult>;
  /** Signs in and sends nothing, where that can be asked for by itself. Never throws, as {@link send}. */
  signIn?(account: Account, world: World): Promise<SendResult>;
  /** Closes what is kept open for an account, when it has changed or nobody sends any more. */
  forget?(account: Account): void;
}

export type EmailProvider = Provider<Extract<Content, { channel: 'email' }>>;
export type SmsProvider = Provider<Extract<Content, { channel: 'sms' }>>;
export type PushProvider = Provider<Extract<Content, { channel: 'push' }>>;
export type ChatProvider = Provider<Extract<Content, { channel: 'chat' }>>;
/** `ownAddress`: the credential by which the account itself has an address, for messages to whoever has none there. */
export interface ToolProvider extends Provider<Extract<Content, { channel: 'tool' }>> {
  ownAddress: CredentialKey;
}

/** The same UUID for the same name, always (RFC 9562, version 5): for services that want one as key of a message. */
export function derivedUuid(...name: readonly string[]): string {
  const digest = createHash('sha1').update(NAMESPACE).update(name.join('\n')).digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** That of names which are object identifiers: any would do. */
const NAMESPACE = Buffer.from('6ba7b8129dad11d180b400c04fd430c8', 'hex');

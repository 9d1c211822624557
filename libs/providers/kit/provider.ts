import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ReportedReason } from '../webhooks/suppressions.js';
import type { WebhookFormat } from '../webhooks/webhook-format.js';
import { Account, type CredentialKey } from './account.js';
import type { Content, SendingChannel } from './content.js';
import type { Fault, Faults } from './fault.js';
import type { TextLimits } from './fit.js';
import type { HttpExchange } from './http/http-exchange.js';

/** What became of one address of an email. */
export interface AddressOutcome {
  address: string;
  ok: boolean;
  /** Why it was not accepted, and the provider's own text. */
  fault?: Fault;
  error?: string;
  /** The address must not be written to any more. */
  suppress?: ReportedReason;
}

/** Why a message was not sent. */
export interface SendProblem {
  ok: false;
  /** Set by every provider. */
  fault?: Fault;
  /**
   * `transient`: a later attempt may succeed. `permanent`: the same request will never be accepted. `invalid_target`:
   * the device or address no longer exists, and must not be used again (behaviour U3).
   */
  kind: 'transient' | 'permanent' | 'invalid_target';
  /** A message with the provider's own error text; never contains a secret. */
  error: string;
  /** Status of the response; absent when there was none. */
  statusCode?: number;
  /** How long the provider asks to wait before the next request, in milliseconds. */
  retryAfterMs?: number;
  /** There was no response: the message may have been sent anyway (behaviour S2). */
  ambiguous?: boolean;
  /** The provider was not asked, because it has failed before: this costs no attempt. */
  untried?: boolean;
  /** The outcome of each address, where addresses have different ones. */
  addresses?: AddressOutcome[];
  /** The address must not be written to any more; for an email to several, their outcomes say which. */
  suppress?: ReportedReason;
}

/** A problem that a provider reports. */
export type Refusal = SendProblem & { fault: Fault };

/** The result of sending. `id`: the provider's id of the message, which its reports use, if known (behaviour S8). */
export type SendResult = Sent | SendProblem;

/** The provider accepted the message. `addresses`: as in {@link SendProblem}, when it refused some of them. */
interface Sent {
  ok: true;
  id?: string;
  addresses?: AddressOutcome[];
}

/** The result of a provider, which always says who has to act. */
export type ProviderResult = Sent | Refusal;

/** The credentials that a provider uses. Other keys are stored, too, because providers may add some. */
interface ProviderKeys {
  /** An account cannot send without these. */
  needed?: readonly CredentialKey[];
  optional?: readonly CredentialKey[];
  /** How a form shows some of them. */
  forms?: Partial<Record<CredentialKey, KeyForm>>;
}

/** How a form shows a credential of this provider, where that differs from other providers. */
export interface KeyForm {
  label?: string;
  description?: string;
  /** The heading above it and others of the same group. */
  group?: string;
  /** It is for these values of another credential; an empty text stands for one that is not set. */
  when?: { key: CredentialKey; values: readonly string[] };
}

/** A message for one recipient, to be sent with one account. */
export interface ProviderMessage<C extends Content = Content> {
  /** Idempotency key, the same for every attempt, for providers that have one (behaviour S2). At most 64 characters. */
  key: string;
  content: C;
  /** Changes by the trigger for this provider (behaviour E2); `withPassthrough` applies `_passthrough`. */
  overrides: Readonly<Record<string, unknown>>;
}

/** Stored credentials that a service replaces while they are used, such as refresh tokens (behaviour G17). */
export interface StoredCredentials {
  /** The newest value, which another process may have stored. Undefined when there is none. */
  read(key: CredentialKey): Promise<string | undefined>;
  /** Stores the next value, unless somebody has replaced the one that was used. */
  replace(key: CredentialKey, used: string, next: string): Promise<void>;
}

/** The only access of providers to network, time and what is stored. */
export interface World {
  http: HttpExchange;
  /**
   * Connects to a server that speaks another protocol, under the same rules as `http` and with the same errors.
   * `purpose`: `mail` when the account names a mail server, which may be a local one if the installation allows that.
   */
  connect(target: { host: string; port: number; purpose?: 'mail' }): Promise<Socket>;
  /** Certificate authorities, in PEM, that are trusted there instead of the usual ones. */
  ca?: string;
  /** The stored credentials of the account; absent when it is not stored. */
  stored?: StoredCredentials;
  now(): Date;
  /** Aborts when the message must no longer be sent. */
  signal: AbortSignal;
}

/** A service that sends messages of one channel. */
export interface Provider<C extends Content = Content> {
  id: string;
  channel: SendingChannel;
  /** Display name, and default name of an integration. */
  name: string;
  /** Address of the service's documentation of the requests made here. */
  documentation: string;
  /** Absent: any key may be set and none is needed. */
  keys?: ProviderKeys;
  /** The id that official clients get in its place, where they do not know it: that of a service which comes closest. */
  knownAs?: string;
  /** Whether it sends silent push notifications, which wake the app and show nothing (behaviour U5). */
  sendsSilent?: true;
  /**
   * Only of email: why its emails do not say in their headers how to unsubscribe (RFC 8058), as the end of a sentence. Absent:
   * they do, because it takes headers.
   */
  noUnsubscribeHeaders?: string;
  /** How long the texts of a message may be; longer ones are cut (`fit`). */
  limits?: TextLimits;
  /** What the documented codes of a refusal mean; the status decides for others. */
  faults?: Faults;
  /** Codes of a refusal after which the address must not be written to any more, for each reason. */
  suppresses?: Partial<Record<ReportedReason, string>>;
  /** The service's format of delivery reports, if it has one. */
  reports?: WebhookFormat;
  /**
   * Sends once. Errors of the service and an incomplete account are results and never thrown. Concurrent calls with the
   * same account are allowed.
   */
  send(message: ProviderMessage<C>, account: Account, world: World): Promise<ProviderResult>;
  /** Signs in without sending anything, if the service supports that. Never throws, as {@link send}. */
  signIn?(account: Account, world: World): Promise<ProviderResult>;
  /** Closes connections and drops tokens of an account that has changed or is no longer used. */
  forget?(account: Account): void;
}

export type EmailProvider = Provider<Extract<Content, { channel: 'email' }>>;
export type SmsProvider = Provider<Extract<Content, { channel: 'sms' }>>;
export type PushProvider = Provider<Extract<Content, { channel: 'push' }>>;
/**
 * `escape`: makes a text from a variable appear as it is, without markup and mentions of the service. `webhookLimits`: those of
 * its webhooks, where they are not the same.
 */
export interface ChatProvider extends Provider<Extract<Content, { channel: 'chat' }>> {
  escape?: (text: string) => string;
  webhookLimits?: TextLimits;
}
/** `ownAddress`: the credential with the account's own address, for subscribers that have none at the tool. */
export interface ToolProvider extends Provider<Extract<Content, { channel: 'tool' }>> {
  ownAddress: CredentialKey;
}

/** Returns the same UUID for the same name (RFC 9562, version 5): for services whose idempotency key is a UUID. */
export function derivedUuid(...name: readonly string[]): string {
  const digest = createHash('sha1').update(NAMESPACE).update(name.join('\n')).digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The RFC's namespace for object identifiers; any fixed value would work. */
const NAMESPACE = Buffer.from('6ba7b8129dad11d180b400c04fd430c8', 'hex');

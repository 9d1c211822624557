import type { IncomingHttpHeaders } from 'node:http';
import type { DeliveryStatus } from './delivery-status.js';

/** What a provider has posted. */
export interface WebhookRequest {
  headers: IncomingHttpHeaders;
  /** The body as it was sent, for signatures. */
  rawBody: string;
  /** The body as JSON. */
  body: unknown;
}

/** One thing that a provider reports about one message. */
export interface ProviderEvent {
  /** The provider's own id of the event; absent when it gives none. */
  id?: string;
  /** The provider's own id of the message, as it stands in the event. */
  messageId: string;
  /** The same id in other spellings, where the answer to the sending has it differently. */
  alsoKnownAs?: readonly string[];
  status: DeliveryStatus;
  /** Absent: when the report arrives. */
  at?: Date;
  /** The provider's own words, such as why a message bounced. */
  response?: string;
  /** How often the provider has tried. */
  attempts?: number;
}

/** How one provider reports and signs. One file each, beside what sends with the provider. */
export interface WebhookFormat {
  /** What somebody has to do at the provider, in a sentence or two, for the answer of auto-configure. */
  instructions(address: string): string;
  /** Whether the request was made by somebody who has the key. Never throws. */
  isAuthentic(request: WebhookRequest, key: string, now: Date): boolean;
  /**
   * The events in a request. Kinds that say nothing about a delivery are left out. Throws
   * {@link WebhookBodyError} when the body is none of this format.
   */
  read(request: WebhookRequest): ProviderEvent[];
}

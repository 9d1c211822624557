import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import type { DeliveryAttempt, WebhookDelivery } from '../deliveries/webhook-delivery.schema.js';
import { EndpointSecrets } from '../endpoints/endpoint-secrets.service.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.schema.js';
import type { AttemptResult } from './due-deliveries.service.js';
import { nextAttempt } from './schedule.js';
import { signatureHeaders } from './signature.js';

/** An endpoint has so long to answer (behaviour B2). */
const TIMEOUT_MS = 15_000;

/** So much of an answer is kept. */
const KEPT_BYTES = 1024;

/** An endpoint that answers this wants to hear no more. */
export const GONE = 410;

/** Makes single attempts: bounded, signed, and only to addresses that may be called. */
@Injectable()
export class Attempts {
  constructor(
    private readonly http: GuardedHttp,
    private readonly secrets: EndpointSecrets,
    private readonly clock: Clock,
  ) {}

  /** Never throws for what the other side does. */
  async make(delivery: WebhookDelivery, endpoint: WebhookEndpoint): Promise<AttemptResult> {
    const at = this.clock.now();
    const begun = performance.now();
    const outcome = await this.send(delivery, endpoint, at);
    const attempt = { at, durationMs: Math.round(performance.now() - begun), ...outcome };
    if (outcome.error === undefined) return { delivery, attempt, status: 'delivered' };
    const wakeAt =
      outcome.statusCode === GONE ? undefined : nextAttempt(delivery.failures + 1, this.clock.now(), Math.random());
    return wakeAt ? { delivery, attempt, status: 'pending', wakeAt } : { delivery, attempt, status: 'failed' };
  }

  private async send(
    { eventId, body }: WebhookDelivery,
    endpoint: WebhookEndpoint,
    at: Date,
  ): Promise<Omit<DeliveryAttempt, 'at' | 'durationMs'>> {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Carillon-Webhooks',
      ...signatureHeaders({ id: eventId, at, body }, this.secrets.valid(endpoint, at)),
    };
    const answer = await this.http.send({ method: 'POST', url: endpoint.url, headers, body, timeoutMs: TIMEOUT_MS });
    if (!answer.ok) return { error: answer.error };
    const { statusCode } = answer;
    const response = beginning(answer.body);
    return {
      statusCode,
      ...(response !== '' && { response }),
      ...((statusCode < 200 || statusCode > 299) && { error: `answered with status ${statusCode}` }),
    };
  }
}

/** What fits of a text; a character that does not fit as a whole is left out. */
function beginning(text: string): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, KEPT_BYTES), { stream: true });
}

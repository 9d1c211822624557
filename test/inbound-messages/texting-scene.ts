import { randomUUID } from 'node:crypto';
import { StandIn } from '../provider-stand-in.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { providerAt, PROVIDERS, type SentText, signedRequest } from './texting-providers.js';

const ORIGIN = 'https://notify.example.com';

/** The number of the account that people write to. */
export const OURS = '+15005550006';

/** An integration that takes inbound messages. */
export interface TextingIntegration {
  name: string;
  id: string;
  identifier: string;
  environmentId: string;
}

interface PostOptions {
  id?: string;
  to?: string;
  more?: Record<string, string>;
  at?: Date;
  /** Where it is posted: default `sms`. */
  address?: 'sms' | 'delivery-providers';
  change?: (request: { payload: string; headers: Record<string, string> }) => void;
}

const digitsOf = (number: string) => number.replace(/\D/g, '');

let numbers = 0;

/** A number of a country that nobody else has. */
export function aNumber(code = '1415'): string {
  numbers += 1;
  return `+${code}${String(5_550_000 + numbers)}`;
}

/** The application, the services that it sends with, and people who write to its numbers. */
export class TextingScene {
  private readonly sent = new Map<string, SentText[]>();

  private constructor(
    readonly carillon: TestApp,
    readonly services: StandIn,
  ) {
    services.respond = ({ url, body }) => {
      const { sent, accepted } = providerAt(url);
      const text = sent(body);
      const to = digitsOf(text.to);
      this.sent.set(to, [...(this.sent.get(to) ?? []), text]);
      return accepted;
    };
  }

  static async start(options: Partial<Parameters<typeof startTestApp>[0]> = {}): Promise<TextingScene> {
    const services = await StandIn.start();
    const settings = { PUBLIC_URL: ORIGIN, DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1,::1' };
    return new TextingScene(await startTestApp({ settings, providersAt: services, ...options }), services);
  }

  async close(): Promise<void> {
    await this.carillon.close();
    await this.services.close();
  }

  async integration(name: string, configurations: object = {}): Promise<TextingIntegration> {
    const { providerId, credentials, key } = PROVIDERS[name]!;
    const { status, body } = await this.carillon.api.post('/v1/integrations', {
      providerId,
      channel: 'sms',
      active: true,
      credentials,
      configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: key, ...configurations },
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    const { _id: id, identifier, _environmentId: environmentId } = body.data;
    return { name, id, identifier, environmentId };
  }

  /** Somebody's text message, as the provider of the integration posts it. */
  async post({ name, id, environmentId }: TextingIntegration, from: string, text: string, options: PostOptions = {}) {
    const { id: messageId = randomUUID(), to = OURS, at = new Date(), address = 'sms', change, more } = options;
    const path = `/v2/inbound-webhooks/${address}/${environmentId}/${id}`;
    const request = signedRequest(
      PROVIDERS[name]!,
      { id: messageId, from, to, text, more },
      { path, origin: ORIGIN, at },
    );
    change?.(request);
    const { statusCode: status, body, headers } = await this.carillon.app.inject(request);
    return { status, body, type: headers['content-type'] };
  }

  /** What was sent to a number, in its order. */
  sentTo(number: string): SentText[] {
    return this.sent.get(digitsOf(number)) ?? [];
  }

  /** The reasons for which a number is suppressed. */
  async reasons(number: string): Promise<string[]> {
    const { body } = await this.carillon.api.get(`/v1/suppressions?channel=sms&address=${encodeURIComponent(number)}`);
    return (body.data as { reason: string }[]).map(({ reason }) => reason).toSorted();
  }
}

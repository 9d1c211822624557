import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import type { Types } from 'mongoose';
import { isUrl } from '#libs/url/is-url.js';
import type { ChatTarget } from '#libs/providers/kit/content.js';
import type { SendResult } from '#libs/providers/kit/provider.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { ChannelConnectionsService } from '../../../channels/connections/channel-connections.service.js';
import { assertSendable } from '../../../integrations/choose-provider.js';
import { IntegrationAccess } from '../../../integrations/integrations.service.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import { Clock } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';
import { TryAgainException } from '../../../platform/errors/exceptions.js';
import { ValidationException } from '../../../platform/errors/validation.exception.js';
import { HourlyLimit } from '../../../platform/rate-limits/hourly-limit.js';
import { KeyedSemaphore } from '../../../platform/scheduling/keyed-semaphore.js';
import { ChannelSender, messageAlone } from '../channel-sender.js';
import type { IntegrationTestDto, TestIntegrationDto } from './integration-test.dto.js';
import type { OutgoingContent, OutgoingMessage } from '../../engine/step-effects.js';

const TITLE = 'Test message';
const BODY = 'This is a test of an integration of Carillon. If you read it, the integration works.';

/** Sends test messages through integrations, in the same way as deliveries. */
@Injectable()
export class IntegrationTestService {
  /** Integrations that this process is testing now: one test message at a time is enough. */
  private readonly underTest = new KeyedSemaphore(1);
  private readonly limit = new HourlyLimit(
    this.clock,
    this.config.integrationTestsPerHour,
    `The integrations of this environment have sent ${this.config.integrationTestsPerHour} test messages within the ` +
      'hour. Try again later, or raise INTEGRATION_TESTS_PER_HOUR.',
  );

  constructor(
    private readonly access: IntegrationAccess,
    private readonly connections: ChannelConnectionsService,
    private readonly sender: ChannelSender,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a test message and returns the provider's result, also for an inactive integration. Throws 404; 403 when the
   * integration belongs to another, protected environment; 422 for an invalid address and for an integration that sends
   * nothing; 409 while it is being tested; 429 above the limit of its environment.
   */
  async test(caller: EnvironmentRef, id: Types.ObjectId, request: TestIntegrationDto): Promise<IntegrationTestDto> {
    const integration = await this.access.findOrFail(caller, id);
    assertSendable(integration);
    const content = testContent(integration, request, await this.tokenOf(integration, request));
    const name = id.toHexString();
    const end = this.underTest.tryTake(name);
    if (!end) throw new TryAgainException(`Integration '${name}' is just being tested, try again`);
    try {
      await this.limit.take(integration.environmentId.toHexString());
      return await this.send(messageAlone('test', integration, content));
    } finally {
      end();
    }
  }

  private async send(message: OutgoingMessage): Promise<IntegrationTestDto> {
    const started = performance.now();
    const { sentTo, stage, result } = await this.sender.test(message);
    const durationMs = Math.round(performance.now() - started);
    return { success: result.ok, stage, sentTo, ...detailsOf(result), durationMs };
  }

  /** The token of the connection that the request names. */
  private async tokenOf(
    { _id, environmentId }: Integration,
    { connectionIdentifier }: TestIntegrationDto,
  ): Promise<string | undefined> {
    if (connectionIdentifier === undefined) return undefined;
    const found = await this.connections.findByIdentifiers(environmentId, [connectionIdentifier]);
    const connection = found.get(connectionIdentifier);
    if (connection?.integrationId.equals(_id)) return this.connections.authOf(connection).accessToken;
    const message = 'connectionIdentifier must be that of a channel connection of this integration';
    throw ValidationException.of('connectionIdentifier', message, connectionIdentifier);
  }
}

function detailsOf(result: SendResult): Partial<IntegrationTestDto> {
  if (result.ok) return { ...(result.id !== undefined && { messageId: result.id }) };
  const { error, statusCode, ambiguous } = result;
  return {
    error,
    ...(statusCode !== undefined && { statusCode }),
    ...(ambiguous && { mayHaveBeenSent: true }),
  };
}

/** The content of the test message. `token`: of the chat workspace. Throws 422 for an invalid address. */
export function testContent(
  { channel, providerId }: Pick<Integration, 'channel' | 'providerId'>,
  { to, kind }: TestIntegrationDto,
  token?: string,
): OutgoingContent {
  switch (channel) {
    case 'email':
      if (!isEmail(to)) throw unusable('an email address, such as ada@example.com', to);
      return { channel, to: [to], subject: TITLE, html: `<p>${BODY}</p>`, text: BODY };
    case 'sms':
      return { channel, to: phoneNumber(to), body: BODY };
    case 'push':
      return { channel, token: to, title: TITLE, body: BODY };
    case 'chat':
      return { channel, target: targetOf(to, kind ?? kindOf(to, providerId), token), body: BODY };
    default: {
      const message = `${NOT_TESTED[channel ?? 'agent']}: this integration has nothing to test`;
      throw ValidationException.of('integrationId', message);
    }
  }
}

/** Why nothing is sent to a single address through these. */
const NOT_TESTED = {
  in_app: 'In-app messages are kept here, and not sent through a provider',
  tool: 'Messages to tools go to the addresses and keys of subscribers',
  agent: 'Agents run at it, and nothing is sent with it',
} as const;

/** Digits, and the usual separators between them. */
const PHONE_NUMBER = /^\+?\d[\d ()./-]{2,30}$/;

function kindOf(to: string, providerId: string): ChatTarget['kind'] {
  if (/^https?:/i.test(to)) return 'webhook';
  return providerId === 'whatsapp-business' ? 'phone' : 'channel';
}

function targetOf(to: string, kind: ChatTarget['kind'], token: string | undefined): ChatTarget {
  switch (kind) {
    case 'webhook':
      if (!isUrl(to)) throw unusable('the http or https address of a webhook', to);
      return { kind, url: to };
    case 'phone':
      return { kind, number: phoneNumber(to) };
    case 'channel':
    case 'user':
      return { kind, id: to, token };
  }
}

function phoneNumber(to: string): string {
  if (!PHONE_NUMBER.test(to)) throw unusable('a phone number, such as +4930901820', to);
  return to;
}

function unusable(wanted: string, to: string): ValidationException {
  return ValidationException.of('to', `to must be ${wanted}`, to.slice(0, 200));
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import type { SendResult } from '#libs/providers/kit/send-result.js';
import { ChannelConnectionsService } from '../../channels/connections/channel-connections.service.js';
import { TryAgainException } from '../../platform/errors/exceptions.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { assertSendable } from '../../integrations/choose-provider.js';
import { IntegrationAccess } from '../../integrations/integration-access.service.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { landsInOutbox } from '../../outbox/outbox-rules.js';
import type { OutgoingMessage } from '../channels/channel-sender.js';
import { OutboxSender } from '../channels/outbox-sender.js';
import { ProviderSender } from '../sending/provider-sender.js';
import type { IntegrationTestDto, TestIntegrationDto } from './integration-test.dto.js';
import { testContent } from './test-content.js';

/** Sends messages by which people see whether an integration works, over the same way as deliveries. */
@Injectable()
export class IntegrationTestService {
  /** Integrations that this process is just testing: one message at a time is enough for people. */
  private readonly underTest = new Set<string>();

  constructor(
    private readonly access: IntegrationAccess,
    private readonly connections: ChannelConnectionsService,
    private readonly providers: ProviderSender,
    private readonly outbox: OutboxSender,
    private readonly config: Config,
  ) {}

  /**
   * What the provider says to a test message, also through an integration that is switched off. Throws 404, 403 for
   * another environment that is protected, 422 for an address that cannot be one and for an integration that nothing is
   * sent through, 409 while it is being tested.
   */
  async test(caller: EnvironmentRef, id: Types.ObjectId, request: TestIntegrationDto): Promise<IntegrationTestDto> {
    const integration = await this.access.findOrFail(caller, id);
    assertSendable(integration);
    const content = testContent(integration, request, await this.tokenOf(integration, request));
    const name = id.toHexString();
    if (this.underTest.has(name)) throw new TryAgainException(`Integration '${name}' is just being tested, try again`);
    this.underTest.add(name);
    try {
      return await this.send(messageOf(integration, content));
    } finally {
      this.underTest.delete(name);
    }
  }

  private async send(message: OutgoingMessage): Promise<IntegrationTestDto> {
    const begun = performance.now();
    const sentTo = landsInOutbox(this.config, message.integration.providerId) ? 'outbox' : 'provider';
    const { stage, result } =
      sentTo === 'outbox'
        ? { stage: 'send' as const, result: await this.outbox.send(message) }
        : await this.providers.test(message);
    return { success: result.ok, stage, sentTo, ...toldBy(result), durationMs: Math.round(performance.now() - begun) };
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

function messageOf(integration: Integration, content: OutgoingMessage['content']): OutgoingMessage {
  const id = new Types.ObjectId().toHexString();
  return {
    id,
    key: id,
    environmentId: integration.environmentId.toHexString(),
    transactionId: `test-${randomUUID()}`,
    eventId: id,
    integration,
    content,
    overrides: {},
  };
}

function toldBy(result: SendResult): Partial<IntegrationTestDto> {
  if (result.ok) return { ...(result.id !== undefined && { messageId: result.id }) };
  const { error, statusCode, ambiguous } = result;
  return {
    error,
    ...(statusCode !== undefined && { statusCode }),
    ...(ambiguous && { mayHaveBeenSent: true }),
  };
}

import { createHash } from 'node:crypto';
import {
  BadGatewayException,
  BadRequestException,
  Injectable,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import type { Types } from 'mongoose';
import { WebhookBodyError } from '#libs/providers/webhooks/read-events.js';
import type { ProviderEvent, WebhookFormat, WebhookRequest } from '#libs/providers/webhooks/webhook-format.js';
import { Clock } from '../../platform/clock.js';
import { ChallengeException } from '../../platform/errors/exceptions.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { openConfigurations } from '../../integrations/credentials.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { integrationNotFound, IntegrationsService } from '../../integrations/integrations.service.js';
import type { DeliveryReport } from '../messages/message.schema.js';
import { MessagesService } from '../messages/messages.service.js';
import type { WebhookResultDto } from './webhook-result.dto.js';
import { formatOf, isInOwnForm, OWN_FORMAT } from '../../integrations/report-formats.js';

const CONFIRMATION_TIMEOUT_MS = 10_000;

/** Receives what providers report about messages (behaviour B4, S8). */
@Injectable()
export class InboundWebhooksService {
  constructor(
    private readonly environments: EnvironmentLookup,
    private readonly integrations: IntegrationsService,
    private readonly messages: MessagesService,
    private readonly http: GuardedHttp,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the events of a request with the messages they are about. Throws 404 for an unknown integration, 400 when it
   * accepts no reports, 401 unless the request is signed with its key, 400 or 422 for a body that is not in its format, 502
   * when the provider asks for a confirmation and does not accept it.
   */
  async receive(
    environmentId: Types.ObjectId,
    integrationId: Types.ObjectId,
    request: WebhookRequest,
  ): Promise<WebhookResultDto[]> {
    const { integration, format: usual, key } = await this.reporting(environmentId, integrationId);
    const format = isInOwnForm(request) ? OWN_FORMAT : usual;
    const now = this.clock.now();
    if (key && !format.isAuthentic(request, key, now)) {
      throw unproven(format);
    }
    await this.confirm(format.confirmation?.(request));
    const events = eventsIn(format, request).map((event) => ({ event, report: toReport(event, now) }));
    const outcomes = await this.messages.noteReports(
      integration,
      events.map(({ event: { messageId, alsoKnownAs = [] }, report }) => ({
        report,
        providerMessageIds: [...new Set([messageId, ...alsoKnownAs])],
      })),
    );
    return events.map(({ event, report }, index) => toResult(event, report, outcomes[index]!));
  }

  /**
   * Returns the response to a provider that asks whether reports are accepted here. Throws 404 for an unknown integration
   * and for one whose provider does not ask, 400 when it accepts no reports, 401 unless the query proves its key.
   */
  async handshake(
    environmentId: Types.ObjectId,
    integrationId: Types.ObjectId,
    query: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const { integration, format, key } = await this.reporting(environmentId, integrationId);
    if (!format.handshake) throw new NotFoundException(`Reports of '${integration.providerId}' are only posted here`);
    const response = format.handshake(query, key);
    if (response === undefined) throw new UnauthorizedException('The query does not show the key of this integration');
    return response;
  }

  /** Returns an integration with the format and the key of its reports. Throws 404 for an unknown one, 400 when it accepts none. */
  private async reporting(
    environmentId: Types.ObjectId,
    integrationId: Types.ObjectId,
  ): Promise<{ integration: Integration; format: WebhookFormat; key: string }> {
    const integration = await this.integrations.findOrFail({ id: environmentId }, integrationId);
    // A deleted environment keeps its integrations as long as it can be restored.
    if (!(await this.environments.find(environmentId))) throw integrationNotFound(integrationId);
    const configurations = openConfigurations(this.secretBox, integration);
    const format = formatOf(integration);
    if (!format || configurations?.inboundWebhookEnabled !== true) {
      throw new BadRequestException('This integration takes no reports: its inboundWebhookEnabled is not true');
    }
    return { integration, format, key: configurations.inboundWebhookSigningKey ?? '' };
  }

  /** Confirms to a provider that reports are accepted here, if it asks for that. */
  private async confirm(address: string | undefined): Promise<void> {
    if (address === undefined) return;
    const request = { method: 'GET', url: address, headers: {}, timeoutMs: CONFIRMATION_TIMEOUT_MS };
    const reply = await this.http.send(request);
    const problem = reply.ok ? (reply.statusCode < 300 ? undefined : `status ${reply.statusCode}`) : reply.error;
    if (problem !== undefined) {
      throw new BadGatewayException(`The provider did not take the confirmation that it asked for: ${problem}`);
    }
  }
}

function unproven({ challenge }: WebhookFormat): UnauthorizedException {
  const message = 'The request is not signed with the key of this integration';
  return challenge === undefined ? new UnauthorizedException(message) : new ChallengeException(message, challenge);
}

/** Reads the events of a request. Throws 400 or 422 when its body is not in the format. */
function eventsIn(format: WebhookFormat, request: WebhookRequest): ProviderEvent[] {
  try {
    return format.read(request);
  } catch (error) {
    throw error instanceof WebhookBodyError ? new BadRequestException(error.message) : error;
  }
}

/** The report to store. An event without an id gets one that is derived from its content. */
function toReport({ id, messageId, status, at, response }: ProviderEvent, now: Date): DeliveryReport {
  return {
    eventId:
      id ??
      createHash('sha256')
        .update(JSON.stringify([messageId, status, at ?? null]))
        .digest('hex'),
    status,
    at: at ?? now,
    ...(response !== undefined && { response }),
  };
}

function toResult(
  { id, messageId, attempts }: ProviderEvent,
  { status, at, response }: DeliveryReport,
  outcome: WebhookResultDto['outcome'],
): WebhookResultDto {
  return {
    id: messageId,
    event: {
      status,
      date: at.toISOString(),
      ...(id !== undefined && { externalId: id }),
      ...(attempts !== undefined && { attempts }),
      ...(response !== undefined && { response }),
    },
    outcome,
  };
}

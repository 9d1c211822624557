import { createHash } from 'node:crypto';
import {
  BadGatewayException,
  BadRequestException,
  type BeforeApplicationShutdown,
  Injectable,
  NotFoundException,
  type OnApplicationBootstrap,
  UnauthorizedException,
} from '@nestjs/common';
import { WebhookBodyError } from '#libs/providers/webhooks/read-events.js';
import type { InboundText } from '#libs/providers/webhooks/inbound-texts.js';
import type { ProviderEvent, WebhookRequest } from '#libs/providers/webhooks/webhook-format.js';
import { Clock } from '../../platform/clock.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import type { DeliveryReport } from '../messages/message.schema.js';
import { MessagesService } from '../messages/messages.service.js';
import { EarlyReports } from './early-reports.js';
import { InboundTextsHook } from './inbound-texts.hook.js';
import type { WebhookResultDto } from './webhook-result.dto.js';
import { ReportedSuppressions } from './reported-suppressions.service.js';
import { isInOwnForm, OWN_FORMAT } from '../../integrations/report-formats.js';
import { type Reporting, unproven } from './reporting-integrations.service.js';

const CONFIRMATION_TIMEOUT_MS = 10_000;
/** How often the process looks whether an early report is due; without one that costs nothing. */
const EARLY_PAUSE_MS = 1000;

/** Receives what providers report about messages (behaviour B4, S8). */
@Injectable()
export class InboundWebhooksService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly early = new EarlyReports();
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Early reports of providers could not be noted; it will be tried again'),
    { everyMs: EARLY_PAUSE_MS },
    () => this.noteEarly(),
  );

  constructor(
    private readonly messages: MessagesService,
    private readonly suppressions: ReportedSuppressions,
    private readonly texts: InboundTextsHook,
    private readonly http: GuardedHttp,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }

  /**
   * Stores the events of a request with the messages they are about, and hands on the messages in it that people have sent.
   * Throws 401 unless the request is signed with the key of the integration, 400 or 422 for a body that is not in its format,
   * 502 when the provider asks for a confirmation and does not accept it.
   */
  async receive(reporting: Reporting, request: WebhookRequest): Promise<WebhookResultDto[]> {
    const { integration, format: usual, key } = reporting;
    const format = isInOwnForm(request) ? OWN_FORMAT : usual;
    const now = this.clock.now();
    if (key && !format.isAuthentic(request, key, now)) {
      throw unproven(format);
    }
    await this.confirm(format.confirmation?.(request));
    const told = readIn(() => format.read(request));
    const events = told.map((event) => ({ event, report: toReport(event, now) }));
    await this.receiveTexts(reporting, readIn(() => format.texts?.read(request.body)) ?? []);
    const reports = events.map(({ event: { messageId, alsoKnownAs = [] }, report }) => ({
      report,
      providerMessageIds: [...new Set([messageId, ...alsoKnownAs])],
    }));
    const outcomes = await this.messages.noteReports(integration, reports);
    const unknown = reports.filter((_report, index) => outcomes[index] === 'unknown_message');
    this.early.keep(integration, unknown, now);
    // Without a proof anybody could have any address suppressed.
    if (key) await this.suppressions.note(integration, told);
    return events.map(({ event, report }, index) => toResult(event, report, outcomes[index]!));
  }

  /**
   * The response to a provider that asks whether reports are accepted here. Throws 404 when the provider of the integration does
   * not ask, 401 unless the query proves its key.
   */
  handshake({ integration, format, key }: Reporting, query: Readonly<Record<string, unknown>>): string {
    if (!format.handshake) throw new NotFoundException(`Reports of '${integration.providerId}' are only posted here`);
    const response = format.handshake(query, key);
    if (response === undefined) throw new UnauthorizedException('The query does not show the key of this integration');
    return response;
  }

  /** A message that anybody could have written must not stop others' messages, so a proof is demanded (behaviour CS41). */
  private async receiveTexts({ key, ...reporting }: Reporting, texts: readonly InboundText[]): Promise<void> {
    if (texts.length === 0) return;
    if (!key) throw new UnauthorizedException('Inbound messages need a proof: set inboundWebhookSigningKey');
    await this.texts.run({ ...reporting, texts });
  }

  /** Notes the reports whose messages have been stored since (behaviour B5). */
  private async noteEarly(): Promise<void> {
    const now = this.clock.now();
    for (const { source, reports, looks } of this.early.takeDue(now)) {
      const outcomes = await this.messages.noteReports(source, reports);
      const unknown = reports.filter((_report, index) => outcomes[index] === 'unknown_message');
      this.early.keep(source, unknown, now, looks);
    }
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

/** Throws 400 or 422 when a body is not in its format. */
function readIn<T>(read: () => T): T {
  try {
    return read();
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

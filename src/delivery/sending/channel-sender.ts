import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import type { Content } from '#libs/providers/kit/content.js';
import { type Fault, faultOf, OUTCOMES } from '#libs/providers/kit/fault.js';
import type { SendProblem, SendResult, World } from '#libs/providers/kit/provider.js';
import { AttachmentGoneError, AttachmentsService } from '../../events/attachments/attachments.service.js';
import { IntegrationHealth } from '../../integrations/integration-health.service.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { RenewedCredentials } from '../../integrations/renewed-credentials.service.js';
import { ActivityCounter } from '../../notifications/activity/charts/activity-counter.service.js';
import { isOutboxProvider, landsInOutbox, outboxProblem } from '../../outbox/outbox-rules.js';
import { OutboxService } from '../../outbox/outbox.service.js';
import { Config } from '../../platform/config/config.js';
import { SecretBoxError } from '../../platform/crypto/secret-box.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { markFailed, type SpanOptions, Tracing } from '../../platform/tracing/tracing.js';
import { runId } from '../engine/run-documents.js';
import type { OutgoingContent, OutgoingMessage, TimedResult } from '../engine/step-effects.js';
import { type ProviderAccount, ProviderAccounts } from './provider-accounts.js';
import { ProviderIO } from './provider-io.js';
import { TrackedEmails } from './tracking/tracked-emails.service.js';

/**
 * Whether the provider is a server of the operator, which may continue a trace (behaviour TR3). Services of others have no
 * use for traces, and a few check which headers a request has.
 */
function isOwnServer({ providerId }: Integration): boolean {
  return providerId.endsWith('-webhook');
}

/** The result of testing an integration. */
interface TestResult {
  sentTo: 'provider' | 'outbox';
  stage: 'sign_in' | 'send';
  result: SendResult;
}

/**
 * Sends messages with the provider of their integration, or keeps them in the outbox: those of the outbox's own
 * integrations, or all messages where the installation is configured so (`DELIVER_TO`).
 */
@Injectable()
export class ChannelSender {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly io: ProviderIO,
    private readonly renewed: RenewedCredentials,
    private readonly attachments: AttachmentsService,
    private readonly outbox: OutboxService,
    private readonly health: IntegrationHealth,
    private readonly tracked: TrackedEmails,
    private readonly counter: ActivityCounter,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
    private readonly config: Config,
  ) {}

  /**
   * One attempt to send a message of a run: timed, counted, and in a span of its own. Does not throw: when it is unknown
   * whether the message was sent, it counts as not sent.
   */
  async attempt(message: OutgoingMessage): Promise<TimedResult> {
    const begun = performance.now();
    const result = await this.tracing.span(
      'send',
      () => spanOf(message),
      () => this.sendOrFail(message),
      (span, sent) => {
        span.setAttribute('carillon.send.result', sent.ok ? 'sent' : sent.kind);
        if (!sent.ok) markFailed(span, sent.kind);
      },
    );
    const ms = Math.round(performance.now() - begun);
    const { _id: integrationId, environmentId: id, organizationId, providerId: provider } = message.integration;
    // What an open breaker has held back was no request.
    if (result.ok || !result.untried)
      this.counter.attempted(
        { id, organizationId },
        { integrationId, ms, ...(!result.ok && { failure: result.kind }) },
      );
    const { channel } = message.content;
    this.metrics.sendAttempts.add({
      channel,
      provider,
      result: result.ok ? 'sent' : result.kind,
      fault: result.ok ? '' : faultOf(result),
    });
    await this.noteHealth(message, result);
    return { result, ms };
  }

  /** A sender that the message itself names says nothing about the account, which may send the other messages. */
  private async noteHealth(message: OutgoingMessage, result: SendResult): Promise<void> {
    if (result.ok) this.health.accepted(message.integration);
    else if (faultOf(result) === 'account' && !result.untried && !namesSender(message)) {
      await this.health.refused(message.integration, result);
    }
  }

  private async sendOrFail(message: OutgoingMessage): Promise<SendResult> {
    try {
      return await this.send(message);
    } catch (error) {
      const text = error instanceof Error ? error.message : 'the provider failed';
      return { ...problem('passing', text), ambiguous: true };
    }
  }

  /** May be called again for the same message. Throws when the database cannot be reached; then it may be tried again. */
  async send(given: OutgoingMessage): Promise<SendResult> {
    const message = given.links ? await this.tracked.applyTo(given) : given;
    const { integration, key, overrides } = message;
    if (this.goesToOutbox(message)) return this.keep(message);
    const found = this.findAccount(integration);
    if (typeof found === 'string') return problem('account', found);
    const { provider, account, breaker } = found;
    const lost = await this.findLost(message);
    if (lost !== undefined) return problem('content', lost);
    const content = this.contentOf(message);
    const headers = isOwnServer(integration) ? this.tracing.headers(message.trace) : {};
    const send = () => provider.send({ key, content, overrides }, account, this.worldOf(integration, headers));
    return breaker.run(send, { isOwnSender: namesSender(message) });
  }

  /**
   * For the test of an integration: signs in, where the provider has a request for that alone, and sends once. The circuit
   * breaker is not used: earlier failures do not prevent the test, and its failures do not count for other messages.
   */
  async test(message: OutgoingMessage): Promise<TestResult> {
    if (this.goesToOutbox(message)) return { sentTo: 'outbox', stage: 'send', result: await this.keep(message) };
    const tested = await this.testProvider(message);
    if (tested.stage === 'send' && tested.result.ok) this.health.accepted(message.integration);
    return { sentTo: 'provider', ...tested };
  }

  private async testProvider(message: OutgoingMessage): Promise<Omit<TestResult, 'sentTo'>> {
    const { integration, key, overrides } = message;
    const found = this.findAccount(integration);
    if (typeof found === 'string') return { stage: 'sign_in', result: problem('account', found) };
    const { provider, account } = found;
    const io = this.worldOf(integration);
    const signedIn = await provider.signIn?.(account, io);
    if (signedIn?.ok === false) return { stage: 'sign_in', result: signedIn };
    const content = this.contentOf(message);
    return { stage: 'send', result: await provider.send({ key, content, overrides }, account, io) };
  }

  private worldOf(integration: Integration, headers?: Readonly<Record<string, string>>): World {
    return { ...this.io.open(headers), stored: this.renewed.of(integration) };
  }

  private goesToOutbox({ integration }: OutgoingMessage): boolean {
    return landsInOutbox(this.config, integration.providerId);
  }

  /** Stores the message in the outbox: once, however often it is sent, like a provider that knows its key (behaviour S2). */
  private async keep(message: OutgoingMessage): Promise<SendResult> {
    const { id, key, environmentId, subscriberId, eventId, transactionId, integration, content } = message;
    const whyNot = isOutboxProvider(integration.providerId) ? outboxProblem(this.config) : undefined;
    if (whyNot !== undefined) return problem('account', whyNot);
    const environment = { id: environmentId, organizationId: integration.organizationId };
    await this.outbox.keep(environment, {
      key,
      providerId: integration.providerId,
      integrationId: integration._id,
      transactionId,
      messageId: id,
      ...(subscriberId && { subscriberId, runId: runId({ _id: eventId }, subscriberId) }),
      content,
    });
    return { ok: true, id: `outbox-${id}` };
  }

  /** Returns the account, or the reason why there is none. */
  private findAccount(integration: Integration): ProviderAccount | string {
    try {
      const found = this.accounts.find(integration);
      return found ?? `Carillon cannot send with provider '${integration.providerId}'`;
    } catch (error) {
      if (error instanceof SecretBoxError) return 'the credentials were encrypted with another SECRET_KEY';
      throw error;
    }
  }

  /** Returns the error of a missing attachment: without it, nothing is sent. */
  private async findLost(message: OutgoingMessage): Promise<string | undefined> {
    const { content } = message;
    if (content.channel !== 'email' || !content.attachments) return undefined;
    try {
      await this.attachments.assertThere(message, content.attachments);
      return undefined;
    } catch (error) {
      if (error instanceof AttachmentGoneError) return error.message;
      throw error;
    }
  }

  /** The content with the email's attachments, which are opened when they are sent. */
  private contentOf(message: OutgoingMessage): Content {
    const { content } = message;
    if (content.channel !== 'email') return content;
    const { attachments, ...email } = content;
    if (!attachments || attachments.length === 0) return email;
    const files = attachments.map((attachment) => ({
      name: attachment.name,
      ...(attachment.mime !== undefined && { mime: attachment.mime }),
      size: attachment.size,
      open: () => this.attachments.open(message, attachment),
    }));
    return { ...email, attachments: files };
  }
}

/** A problem that no provider has reported. */
function problem(fault: Fault, error: string): SendProblem {
  return { ok: false, fault, kind: OUTCOMES[fault].kind, error };
}

/** Whether the message is not sent as the account's own sender: the provider may refuse that sender alone. */
function namesSender({ content }: OutgoingMessage): boolean {
  return (content.channel === 'email' || content.channel === 'sms') && content.from !== undefined;
}

function spanOf({ integration, content, trace, id }: OutgoingMessage): SpanOptions {
  return {
    kind: 'CLIENT',
    trace,
    attributes: {
      'carillon.channel': content.channel,
      'carillon.provider': integration.providerId,
      'carillon.integration.id': integration._id.toHexString(),
      'carillon.message.id': id,
    },
  };
}

/** A message that belongs to no event, such as a test: it is sent once. */
export function messageAlone(
  purpose: 'test' | 'link' | 'answer',
  integration: Integration,
  content: OutgoingContent,
): OutgoingMessage {
  const eventId = new Types.ObjectId();
  const id = eventId.toHexString();
  const transactionId = `${purpose}-${randomUUID()}`;
  const { environmentId } = integration;
  return { id, key: id, environmentId, transactionId, eventId, integration, content, overrides: {} };
}

import { Controller, Get, HttpCode, HttpStatus, Module, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Types } from 'mongoose';
import type { WebhookRequest } from '#libs/providers/webhooks/webhook-format.js';
import { AuthModule } from '../../auth/auth.module.js';
import { Public } from '../../auth/access.guard.js';
import { IntegrationsModule } from '../../integrations/integrations.module.js';
import { KeepsRawBody, rawBodyOf, readBodyOf } from '../../platform/http/bodies/json-body.js';
import { Bare } from '../../platform/http/decorators.js';
import { Config, publicAddress } from '../../platform/config/config.js';
import { AnyQuery } from '../../platform/http/query.js';
import { RouteFact } from '../../platform/http/route-facts.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { OutboundHttpModule } from '../../platform/outbound-http/outbound-http.module.js';
import { ConsentsModule } from '../../preferences/consents/consents.module.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { SuppressionsModule } from '../../suppressions/suppressions.module.js';
import { NotificationsModule } from '../notifications.module.js';
import { InboundTextsHook } from './inbound-texts.hook.js';
import { InboundWebhooksService } from './inbound-webhooks.service.js';
import { ReportedSuppressions } from './reported-suppressions.service.js';
import { type Reporting, ReportingIntegrations } from './reporting-integrations.service.js';
import { WebhookResultDto } from './webhook-result.dto.js';

const ENVIRONMENT_ID = new ObjectIdPipe('Environment');
const INTEGRATION_ID = new ObjectIdPipe('Integration');

const EXAMPLE = {
  eventId: 'evt-1',
  messageId: '14c5d75ce93.dfd.64b469',
  type: 'delivered',
  timestamp: '2026-02-03T04:05:06.789Z',
};

@ApiTags('Inbound webhooks')
@AnyQuery()
@Controller('v2/inbound-webhooks/delivery-providers')
export class InboundWebhooksController {
  constructor(
    private readonly webhooks: InboundWebhooksService,
    private readonly reporting: ReportingIntegrations,
    private readonly config: Config,
  ) {}

  /**
   * Report what has become of messages
   *
   * Called by providers; it needs no API key. The integration must have `inboundWebhookEnabled` in its configurations, and
   * with `inboundWebhookSigningKey` the request must be signed with that, or carry it as a password; otherwise it is 401.
   *
   * Providers whose form is known here report and prove themselves in that: for email SendGrid, Mailgun, Postmark,
   * Resend, Amazon SES, Brevo, MailerSend, Mailjet and SparkPost, and, for SMS, Twilio, Vonage, Plivo, MessageBird,
   * Telnyx, Infobip, Sinch, and WhatsApp Business for chat. Auto-configure says what has to be done at the provider.
   * Some want the address confirmed first, which is done immediately; 502 when the provider does not accept that.
   *
   * Any other sender posts an event or a list of them: `messageId` is the provider's id of the message, `type` what has
   * become of it, `eventId`, `timestamp` (ISO 8601), `response` and `attempts` may be left out. With `address`, a
   * complaint, an unsubscription, and a bounce with `permanent: true` put that on the suppression list. The header
   * `novu-signature` signs it as requests of HTTP steps are signed: `t=<milliseconds>,v1=<HMAC-SHA256>` of the time, a dot
   * and the body, at most five minutes old.
   *
   * A hard bounce, a complaint and an unsubscription put the address on the suppression list, if the integration has
   * `inboundWebhookSigningKey`: reports without a proof suppress nothing.
   *
   * Messages that people have sent are taken here, too, where the provider has one address for both.
   *
   * An event counts once, however often it comes. The response has the result of each. An unknown message is not
   * an error.
   */
  @Post(':environmentId/:integrationId')
  @Public()
  @RouteFact({ admittedBy: ReportingIntegrations })
  @KeepsRawBody()
  @HttpCode(HttpStatus.OK)
  @ApiBody({ schema: { type: 'object', additionalProperties: true, example: EXAMPLE } })
  @ApiOkResponse({ type: [WebhookResultDto] })
  async track(
    @Param('environmentId', ENVIRONMENT_ID) environmentId: Types.ObjectId,
    @Param('integrationId', INTEGRATION_ID) integrationId: Types.ObjectId,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookResultDto[] | string> {
    const reporting = await this.reporting.of(request, environmentId, integrationId);
    const results = await this.webhooks.receive(reporting, postedTo(this.config, request));
    return formed(reporting, results, reply);
  }

  /**
   * Respond to the verification request of a provider
   *
   * Called by Meta when a user enters the address as the webhook of WhatsApp Business; it needs no API key. The
   * integration must have `inboundWebhookEnabled` in its configurations, and `hub.verify_token` must be the
   * SHA-256 of its `inboundWebhookSigningKey` in hexadecimal digits; otherwise it is 401. Integrations of other
   * providers are 404.
   */
  @Get(':environmentId/:integrationId')
  @Public()
  @Bare()
  @ApiQuery({ name: 'hub.mode', description: 'Mode of the verification request.', enum: ['subscribe'] })
  @ApiQuery({ name: 'hub.verify_token', description: 'SHA-256 of the signing key, hexadecimal.', type: String })
  @ApiQuery({ name: 'hub.challenge', description: 'Text to respond with.', type: String, example: '1158201444' })
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' }, example: '1158201444' } } })
  async handshake(
    @Param('environmentId', ENVIRONMENT_ID) environmentId: Types.ObjectId,
    @Param('integrationId', INTEGRATION_ID) integrationId: Types.ObjectId,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
  ): Promise<string> {
    return this.webhooks.handshake(await this.reporting.of(request, environmentId, integrationId), query);
  }
}

/** A request of a provider, as formats read it. */
export function postedTo(config: Config, request: FastifyRequest): WebhookRequest {
  return {
    url: publicAddress(config, request.url),
    headers: request.headers,
    rawBody: rawBodyOf(request),
    // Read when the signature is right, unless it is in the body.
    get body() {
      return readBodyOf(request);
    },
  };
}

/** The response to a provider: results of reports, or what it expects where it has posted none. */
export function formed(
  { format: { texts } }: Reporting,
  results: WebhookResultDto[],
  reply: FastifyReply,
): WebhookResultDto[] | string {
  if (!texts?.response || results.length > 0) return results;
  void reply.type(texts.response.type);
  return texts.response.body;
}

@Module({
  imports: [
    AuthModule,
    ConsentsModule,
    IntegrationsModule,
    NotificationsModule,
    OutboundHttpModule,
    SubscribersModule,
    SuppressionsModule,
  ],
  controllers: [InboundWebhooksController],
  providers: [InboundTextsHook, InboundWebhooksService, ReportedSuppressions, ReportingIntegrations],
  exports: [InboundTextsHook, InboundWebhooksService, ReportingIntegrations],
})
export class InboundWebhooksModule {}

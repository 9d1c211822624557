import {
  BadRequestException,
  Controller,
  HttpCode,
  HttpStatus,
  Module,
  type OnModuleInit,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Types } from 'mongoose';
import { Public } from '../auth/access.guard.js';
import { ConsentsModule } from '../preferences/consents/consents.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { InboundTextsHook } from '../notifications/reports/inbound-texts.hook.js';
import { formed, InboundWebhooksModule, postedTo } from '../notifications/reports/inbound-webhooks.controller.js';
import { InboundWebhooksService } from '../notifications/reports/inbound-webhooks.service.js';
import { ReportingIntegrations } from '../notifications/reports/reporting-integrations.service.js';
import { WebhookResultDto } from '../notifications/reports/webhook-result.dto.js';
import { OutboundWebhooksModule } from '../outbound-webhooks/outbound-webhooks.module.js';
import { Config } from '../platform/config/config.js';
import { KeepsRawBody } from '../platform/http/bodies/json-body.js';
import { AnyQuery } from '../platform/http/query.js';
import { RouteFact } from '../platform/http/route-facts.js';
import { ObjectIdPipe } from '../platform/ids.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { InboundTextRecord, InboundTextRecordSchema } from './inbound-text.schema.js';
import { InboundTextRecords } from './inbound-text-records.service.js';
import { InboundTextsService } from './inbound-texts.service.js';
import { KeywordAnswers } from './keyword-answers.service.js';

const EXAMPLE = {
  From: '+14155550123',
  To: '+15005550006',
  Body: 'STOP',
  MessageSid: 'SM87105da94bff44b999e4e6eb90d8eb6a',
};

@ApiTags('Inbound webhooks')
@AnyQuery()
@Controller('v2/inbound-webhooks/sms')
export class InboundSmsController {
  constructor(
    private readonly webhooks: InboundWebhooksService,
    private readonly reporting: ReportingIntegrations,
    private readonly config: Config,
  ) {}

  /**
   * Receive text messages
   *
   * Called by Twilio, Vonage, Plivo, Telnyx, Sinch and Infobip, in their own forms, when somebody writes to a number of the
   * integration; it needs no API key. The integration must have `inboundWebhookEnabled` and `inboundWebhookSigningKey` in its
   * configurations, and the request must be signed as reports of the provider are; otherwise it is 401. Integrations of other
   * providers are 400. Auto-configure says what to enter at the provider.
   *
   * STOP and words like it, in English and the languages of the country of the number, put the number on the suppression list.
   * START takes that back, and HELP is answered. Each is answered once, as `smsKeywords` of the configurations says. Every message
   * is a webhook event `message.received`.
   *
   * A message counts once, however often it comes. Reports are taken here, too; the response has the result of each.
   * Twilio and Plivo get an empty document of theirs, as they expect it.
   */
  @Post(':environmentId/:integrationId')
  @Public()
  @RouteFact({ admittedBy: ReportingIntegrations })
  @KeepsRawBody()
  @HttpCode(HttpStatus.OK)
  @ApiBody({ schema: { type: 'object', additionalProperties: true, example: EXAMPLE } })
  @ApiOkResponse({ type: [WebhookResultDto] })
  async receive(
    @Param('environmentId', new ObjectIdPipe('Environment')) environmentId: Types.ObjectId,
    @Param('integrationId', new ObjectIdPipe('Integration')) integrationId: Types.ObjectId,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookResultDto[] | string> {
    const reporting = await this.reporting.of(request, environmentId, integrationId);
    if (!reporting.format.texts) {
      throw new BadRequestException(`Inbound messages of '${reporting.integration.providerId}' are not supported`);
    }
    return formed(reporting, await this.webhooks.receive(reporting, postedTo(this.config, request)), reply);
  }
}

/** Messages that people send to Carillon's users. */
@Module({
  imports: [
    ConsentsModule,
    DeliveryModule,
    InboundWebhooksModule,
    OutboundWebhooksModule,
    SubscribersModule,
    SuppressionsModule,
    MongooseModule.forFeature([{ name: InboundTextRecord.name, schema: InboundTextRecordSchema }]),
  ],
  controllers: [InboundSmsController],
  providers: [InboundTextRecords, InboundTextsService, KeywordAnswers],
})
export class InboundMessagesModule implements OnModuleInit {
  constructor(
    private readonly hook: InboundTextsHook,
    private readonly texts: InboundTextsService,
  ) {}

  onModuleInit(): void {
    this.hook.add((texts) => this.texts.receive(texts));
  }
}

import { Module } from '@nestjs/common';
import { HttpTargets } from '../platform/outbound-http/guard/http-targets.js';
import { OutboundHttpModule } from '../platform/outbound-http/outbound-http.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { WebhookDeliveries } from './deliveries/webhook-deliveries.service.js';
import { WebhookDeliveriesController } from './deliveries/webhook-deliveries.controller.js';
import { EndpointHealth } from './endpoints/endpoint-health.service.js';
import { EndpointSecrets } from './endpoints/endpoint-secrets.service.js';
import { WebhookEndpoints } from './endpoints/webhook-endpoints.service.js';
import { WebhooksController } from './endpoints/webhooks.controller.js';
import { WebhookRecordingModule } from './recording/webhook-recording.module.js';
import { Attempts } from './sending/attempts.service.js';
import { DueDeliveries } from './sending/due-deliveries.service.js';
import { WebhookSender } from './sending/webhook-sender.js';

/** Tells the user's own servers of what happens: managed over the API, sent by workers. */
@Module({
  imports: [AuthModule, OutboundHttpModule, WebhookRecordingModule],
  controllers: [WebhookDeliveriesController, WebhooksController],
  providers: [
    Attempts,
    DueDeliveries,
    EndpointHealth,
    EndpointSecrets,
    HttpTargets,
    WebhookDeliveries,
    WebhookEndpoints,
    WebhookSender,
  ],
})
export class OutboundWebhooksModule {}

import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { HttpTargets } from '../platform/outbound-http/address-guard.js';
import { OutboundHttpModule } from '../platform/outbound-http/outbound-http.module.js';
import { WebhookDeliveriesController } from './endpoints/webhook-deliveries.controller.js';
import { WebhookDeliveries } from './recording/webhook-deliveries.service.js';
import { WebhookDelivery, WebhookDeliverySchema } from './recording/webhook-delivery.schema.js';
import { EndpointSecrets } from './endpoints/endpoint-secrets.service.js';
import { WebhookEndpoint, WebhookEndpointSchema } from './webhook-endpoint.schema.js';
import { WebhookEndpoints } from './endpoints/webhook-endpoints.service.js';
import { WebhooksController } from './endpoints/webhooks.controller.js';
import { WebhookEvents } from './recording/webhook-events.service.js';
import { DueDeliveries } from './sending/due-deliveries.service.js';
import { WebhookSender } from './sending/webhook-sender.js';

/** Sends events to the servers of users: recorded by other modules, managed over the API, sent by workers. */
@Module({
  imports: [
    AuthModule,
    OutboundHttpModule,
    MongooseModule.forFeature([
      { name: WebhookDelivery.name, schema: WebhookDeliverySchema },
      { name: WebhookEndpoint.name, schema: WebhookEndpointSchema },
    ]),
  ],
  controllers: [WebhookDeliveriesController, WebhooksController],
  providers: [
    DueDeliveries,
    EndpointSecrets,
    HttpTargets,
    WebhookDeliveries,
    WebhookEndpoints,
    WebhookEvents,
    WebhookSender,
  ],
  exports: [DueDeliveries, WebhookEndpoints, WebhookEvents],
})
export class OutboundWebhooksModule {}

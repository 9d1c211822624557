import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { WebhookDelivery, WebhookDeliverySchema } from '../deliveries/webhook-delivery.schema.js';
import { WebhookEndpoint, WebhookEndpointSchema } from '../endpoints/webhook-endpoint.schema.js';
import { EndpointLookup } from './endpoint-lookup.service.js';
import { WebhookEvents } from './webhook-events.service.js';

/** What those need who have something to tell. It knows nothing of what events are about. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: WebhookDelivery.name, schema: WebhookDeliverySchema },
      { name: WebhookEndpoint.name, schema: WebhookEndpointSchema },
    ]),
  ],
  providers: [EndpointLookup, WebhookEvents],
  exports: [EndpointLookup, MongooseModule, WebhookEvents],
})
export class WebhookRecordingModule {}

import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { OutboundWebhooksModule } from '../outbound-webhooks/outbound-webhooks.module.js';
import { BulkCreationController } from './bulk/bulk-creation.controller.js';
import { BulkCreationService } from './bulk/bulk-creation.service.js';
import { CredentialBox } from './credentials/credential-box.js';
import { CredentialsController } from './credentials/credentials.controller.js';
import { CredentialsService } from './credentials/credentials.service.js';
import { ProfileCredentials } from './profiles/profile-credentials.js';
import { PresenceNode, PresenceNodeSchema } from './presence/presence-node.schema.js';
import { PresenceController } from './presence/presence.controller.js';
import { PresenceService } from './presence/presence.service.js';
import { SubscriberResponses } from './subscriber.dto.js';
import { Subscriber, SubscriberSchema } from './subscriber.schema.js';
import { SubscribersController } from './subscribers.controller.js';
import { SubscribersService } from './subscribers.service.js';
import { V1SubscribersController } from './v1/v1-subscribers.controller.js';

@Module({
  imports: [
    IntegrationsModule,
    OutboundWebhooksModule,
    MongooseModule.forFeature([
      { name: Subscriber.name, schema: SubscriberSchema },
      { name: PresenceNode.name, schema: PresenceNodeSchema },
    ]),
  ],
  controllers: [
    BulkCreationController,
    CredentialsController,
    PresenceController,
    SubscribersController,
    V1SubscribersController,
  ],
  providers: [
    BulkCreationService,
    CredentialBox,
    CredentialsService,
    PresenceService,
    ProfileCredentials,
    SubscriberResponses,
    SubscribersService,
  ],
  exports: [
    CredentialBox,
    CredentialsService,
    PresenceService,
    ProfileCredentials,
    SubscriberResponses,
    SubscribersService,
  ],
})
export class SubscribersModule {}

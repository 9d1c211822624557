import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { ContextsModule } from '../contexts/contexts.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { OutboundHttpModule } from '../platform/outbound-http/outbound-http.module.js';
import { Subscriber, SubscriberSchema } from '../subscribers/subscriber.schema.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { ChannelConnection, ChannelConnectionSchema } from './connections/channel-connection.schema.js';
import { ChannelConnectionsController } from './connections/channel-connections.controller.js';
import { ChannelConnectionsService } from './connections/channel-connections.service.js';
import { ChannelEndpoint, ChannelEndpointSchema } from './endpoints/channel-endpoint.schema.js';
import { ChannelEndpointsController } from './endpoints/channel-endpoints.controller.js';
import { ChannelEndpointsService } from './endpoints/channel-endpoints.service.js';
import { ChatLink, ChatLinkSchema } from './linking/chat-link.schema.js';
import { ChatLinkingController } from './linking/chat-linking.controller.js';
import { ChatLinksService } from './linking/chat-links.service.js';
import { EndpointLinks } from './linking/endpoint-links.service.js';
import { OAuthService } from './linking/oauth.service.js';
import { SlackProvider } from './linking/slack.provider.js';
import { TelegramApi } from './linking/telegram-api.js';
import { TelegramWebhookController } from './linking/telegram-webhook.controller.js';
import { TelegramService } from './linking/telegram.service.js';
import { ChannelOwnersService } from './owners/channel-owners.service.js';

/** Workspaces of chat providers, addresses of subscribers there, and the linking of both. */
@Module({
  imports: [
    AuthModule,
    ContextsModule,
    IntegrationsModule,
    OutboundHttpModule,
    SubscribersModule,
    MongooseModule.forFeature([
      { name: ChannelConnection.name, schema: ChannelConnectionSchema },
      { name: ChannelEndpoint.name, schema: ChannelEndpointSchema },
      { name: ChatLink.name, schema: ChatLinkSchema },
      { name: Subscriber.name, schema: SubscriberSchema },
    ]),
  ],
  controllers: [
    ChannelConnectionsController,
    ChannelEndpointsController,
    ChatLinkingController,
    TelegramWebhookController,
  ],
  providers: [
    ChannelConnectionsService,
    ChannelEndpointsService,
    ChannelOwnersService,
    ChatLinksService,
    EndpointLinks,
    OAuthService,
    SlackProvider,
    TelegramApi,
    TelegramService,
  ],
  exports: [ChannelConnectionsService, ChannelEndpointsService, ChannelOwnersService, EndpointLinks, OAuthService],
})
export class ChannelsModule {}

import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ChannelConnectionsModule } from '../connections/channel-connections.module.js';
import { ChannelEndpointsModule } from '../endpoints/channel-endpoints.module.js';
import { ChannelOwnersModule } from '../owners/channel-owners.service.js';
import { OutboundHttpModule } from '../../platform/outbound-http/outbound-http.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { IntegrationsModule } from '../../integrations/integrations.module.js';
import { Subscriber, SubscriberSchema } from '../../subscribers/subscriber.schema.js';
import { ChatLinkingController } from './chat-linking.controller.js';
import { ChatLink, ChatLinkSchema } from './links/chat-link.schema.js';
import { ChatLinksService } from './links/chat-links.service.js';
import { OAuthService } from './oauth/oauth.service.js';
import { SlackProvider } from './oauth/slack.provider.js';
import { TelegramApi } from './telegram/telegram-api.js';
import { TelegramService } from './telegram/telegram.service.js';
import { TelegramWebhookController } from './telegram/telegram-webhook.controller.js';

@Module({
  imports: [
    ChannelConnectionsModule,
    ChannelEndpointsModule,
    ChannelOwnersModule,
    AuthModule,
    IntegrationsModule,
    OutboundHttpModule,
    MongooseModule.forFeature([
      { name: ChatLink.name, schema: ChatLinkSchema },
      { name: Subscriber.name, schema: SubscriberSchema },
    ]),
  ],
  controllers: [ChatLinkingController, TelegramWebhookController],
  providers: [ChatLinksService, OAuthService, SlackProvider, TelegramApi, TelegramService],
})
export class ChatLinkingModule {}

import { Module } from '@nestjs/common';
import { OutboundHttpModule } from '../../platform/outbound-http/outbound-http.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { IntegrationsModule } from '../../integrations/integrations.module.js';
import { NotificationsModule } from '../notifications.module.js';
import { InboundWebhooksController } from './inbound-webhooks.controller.js';
import { InboundWebhooksService } from './inbound-webhooks.service.js';

@Module({
  imports: [AuthModule, OutboundHttpModule, IntegrationsModule, NotificationsModule],
  controllers: [InboundWebhooksController],
  providers: [InboundWebhooksService],
})
export class InboundWebhooksModule {}

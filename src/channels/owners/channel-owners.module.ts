import { Module } from '@nestjs/common';
import { ContextsModule } from '../../contexts/contexts.module.js';
import { IntegrationsModule } from '../../integrations/integrations.module.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { ChannelOwnersService } from './channel-owners.service.js';

@Module({
  imports: [ContextsModule, IntegrationsModule, SubscribersModule],
  providers: [ChannelOwnersService],
  exports: [ChannelOwnersService],
})
export class ChannelOwnersModule {}

import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ChannelConnectionsModule } from '../connections/channel-connections.module.js';
import { ChannelOwnersModule } from '../owners/channel-owners.service.js';
import { ChannelEndpoint, ChannelEndpointSchema } from './channel-endpoint.schema.js';
import { ChannelEndpointsController } from './channel-endpoints.controller.js';
import { ChannelEndpointsService } from './channel-endpoints.service.js';

@Module({
  imports: [
    ChannelConnectionsModule,
    ChannelOwnersModule,
    MongooseModule.forFeature([{ name: ChannelEndpoint.name, schema: ChannelEndpointSchema }]),
  ],
  controllers: [ChannelEndpointsController],
  providers: [ChannelEndpointsService],
  exports: [ChannelEndpointsService],
})
export class ChannelEndpointsModule {}

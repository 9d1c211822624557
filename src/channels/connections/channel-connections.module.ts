import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ChannelOwnersModule } from '../owners/channel-owners.service.js';
import { ChannelConnection, ChannelConnectionSchema } from './channel-connection.schema.js';
import { ChannelConnectionsController } from './channel-connections.controller.js';
import { ChannelConnectionsService } from './channel-connections.service.js';

@Module({
  imports: [
    ChannelOwnersModule,
    MongooseModule.forFeature([{ name: ChannelConnection.name, schema: ChannelConnectionSchema }]),
  ],
  controllers: [ChannelConnectionsController],
  providers: [ChannelConnectionsService],
  exports: [ChannelConnectionsService],
})
export class ChannelConnectionsModule {}

import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { Consent, ConsentSchema } from './consent.schema.js';
import { ConsentsController } from './consents.controller.js';
import { ConsentsService } from './consents.service.js';

@Module({
  imports: [SubscribersModule, MongooseModule.forFeature([{ name: Consent.name, schema: ConsentSchema }])],
  controllers: [ConsentsController],
  providers: [ConsentsService],
  exports: [ConsentsService],
})
export class ConsentsModule {}

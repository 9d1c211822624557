import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Consent, ConsentSchema } from './consent.schema.js';
import { ConsentsService } from './consents.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Consent.name, schema: ConsentSchema }])],
  providers: [ConsentsService],
  exports: [ConsentsService],
})
export class ConsentsModule {}

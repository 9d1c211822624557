import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotencyRecord, IdempotencyRecordSchema } from './idempotency-record.schema.js';
import { IdempotencyService } from './idempotency.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: IdempotencyRecord.name, schema: IdempotencyRecordSchema }])],
  providers: [IdempotencyInterceptor, IdempotencyService],
})
export class IdempotencyModule {}

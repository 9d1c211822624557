import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Context, ContextSchema } from './context.schema.js';
import { ContextsService } from './contexts.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Context.name, schema: ContextSchema }])],
  providers: [ContextsService],
  exports: [ContextsService],
})
export class ContextsModule {}

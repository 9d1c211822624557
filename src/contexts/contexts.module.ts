import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Context, ContextSchema } from './context.schema.js';
import { ContextsController } from './contexts.controller.js';
import { ContextsService } from './contexts.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Context.name, schema: ContextSchema }])],
  controllers: [ContextsController],
  providers: [ContextsService],
  exports: [ContextsService],
})
export class ContextsModule {}

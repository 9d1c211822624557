import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Layout, LayoutSchema } from './layout.schema.js';
import { LayoutsService } from './layouts.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Layout.name, schema: LayoutSchema }])],
  providers: [LayoutsService],
  exports: [LayoutsService],
})
export class LayoutsModule {}

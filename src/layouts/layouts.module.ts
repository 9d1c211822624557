import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthoredLayouts } from './authored-layouts.service.js';
import { Layout, LayoutSchema } from './layout.schema.js';
import { LayoutsService } from './layouts.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: Layout.name, schema: LayoutSchema }])],
  providers: [AuthoredLayouts, LayoutsService],
  exports: [AuthoredLayouts, LayoutsService],
})
export class LayoutsModule {}

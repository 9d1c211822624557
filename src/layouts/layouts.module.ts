import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { AuthoredLayouts } from './authored-layouts.service.js';
import { LayoutCopiesService } from './layout-copies.service.js';
import { LayoutUsageService } from './layout-usage.service.js';
import { LayoutViewsService } from './layout-views.service.js';
import { Layout, LayoutSchema } from './layout.schema.js';
import { LayoutsController } from './layouts.controller.js';
import { LayoutsService } from './layouts.service.js';

@Module({
  imports: [AuthModule, WorkflowsModule, MongooseModule.forFeature([{ name: Layout.name, schema: LayoutSchema }])],
  controllers: [LayoutsController],
  providers: [AuthoredLayouts, LayoutCopiesService, LayoutUsageService, LayoutViewsService, LayoutsService],
  exports: [AuthoredLayouts, LayoutCopiesService, LayoutUsageService, LayoutsService],
})
export class LayoutsModule {}

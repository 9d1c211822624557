import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { LayoutChangesService } from './layout-changes.service.js';
import { Layout, LayoutSchema } from './layout.schema.js';
import { LayoutsController } from './layouts.controller.js';
import { LayoutsService } from './layouts.service.js';

@Module({
  imports: [AuthModule, WorkflowsModule, MongooseModule.forFeature([{ name: Layout.name, schema: LayoutSchema }])],
  controllers: [LayoutsController],
  providers: [LayoutChangesService, LayoutsService],
  exports: [LayoutChangesService, LayoutsService],
})
export class LayoutsModule {}

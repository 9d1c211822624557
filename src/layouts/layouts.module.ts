import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { OrganizationsModule } from '../auth/organizations/organizations.module.js';
import { AuthoredLayouts } from './authored-layouts.service.js';
import { Layout, LayoutSchema } from './layout.schema.js';
import { LayoutsService } from './layouts.service.js';

@Module({
  imports: [OrganizationsModule, MongooseModule.forFeature([{ name: Layout.name, schema: LayoutSchema }])],
  providers: [AuthoredLayouts, LayoutsService],
  exports: [AuthoredLayouts, LayoutsService],
})
export class LayoutsModule {}

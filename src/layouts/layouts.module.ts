import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { Layout, LayoutSchema } from './layout.schema.js';
import { LayoutsService } from './layouts.service.js';

@Module({
  imports: [OrganizationsModule, MongooseModule.forFeature([{ name: Layout.name, schema: LayoutSchema }])],
  providers: [LayoutsService],
  exports: [LayoutsService],
})
export class LayoutsModule {}

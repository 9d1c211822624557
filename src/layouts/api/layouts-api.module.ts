import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../auth/organizations/organizations.module.js';
import { TranslationsModule } from '../../translations/translations.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { LayoutsModule } from '../layouts.module.js';
import { LayoutCopiesService } from './layout-copies.service.js';
import { LayoutUsageService } from './layout-usage.service.js';
import { LayoutViewsService } from './layout-views.service.js';
import { LayoutsController } from './layouts.controller.js';

/** The routes of layouts. Apart from the layouts themselves, because workflows may need those. */
@Module({
  imports: [LayoutsModule, OrganizationsModule, TranslationsModule, WorkflowsModule],
  controllers: [LayoutsController],
  providers: [LayoutCopiesService, LayoutUsageService, LayoutViewsService],
  exports: [LayoutUsageService],
})
export class LayoutsApiModule {}

import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import type { TemplateDto } from './templates.dto.js';
import { TemplatesService } from './templates.service.js';

@ApiTags('Workflows')
@Access('workflows')
@Controller('v1/templates')
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  /**
   * List templates
   *
   * Workflows to begin with: what to create, its texts in English, German and Spanish, and sample data. They are the same for
   * all environments. A template is used by creating its `workflow`, then its `translations`.
   */
  @Get()
  list(@CurrentEnvironment() environment: EnvironmentRef): Promise<TemplateDto[]> {
    return this.templates.list(environment);
  }
}

import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { EditorsService } from '../auth/organizations/editors.service.js';
import { type LayoutDto, toLayoutDto } from './layouts.dto.js';
import type { Layout } from './layout.schema.js';

/** Layouts as answers show them: with the name of whoever changed them last. */
@Injectable()
export class LayoutViewsService {
  constructor(private readonly editors: EditorsService) {}

  async one(environment: EnvironmentRef, layout: Layout): Promise<LayoutDto> {
    const editors = await this.editors.findOf(environment, [layout]);
    return toLayoutDto(layout, editors.get(String(layout.updatedById)));
  }

  /** With one read for all of them at most. */
  async page(
    environment: EnvironmentRef,
    { layouts, totalCount }: { layouts: Layout[]; totalCount: number },
  ): Promise<{ layouts: LayoutDto[]; totalCount: number }> {
    const editors = await this.editors.findOf(environment, layouts);
    return {
      layouts: layouts.map((layout) => toLayoutDto(layout, editors.get(String(layout.updatedById)))),
      totalCount,
    };
  }
}

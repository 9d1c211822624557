import { ConflictException, Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Hook } from '../platform/hook.js';
import { WorkflowLayoutsService } from '../workflows/workflow-layouts.service.js';
import type { LayoutUsageDto } from './layouts.dto.js';
import type { Layout } from './layout.schema.js';
import { isNamedBy, LayoutsService } from './layouts.service.js';

/** Where layouts are used, and what follows from that. */
@Injectable()
export class LayoutUsageService {
  /** What hangs on a layout and is deleted with it. */
  readonly deleted = new Hook<{ environment: EnvironmentRef; layoutId: string }>();

  constructor(
    private readonly layouts: LayoutsService,
    private readonly workflows: WorkflowLayoutsService,
  ) {}

  /** The workflows whose emails it frames; the default frames those of steps that name none, too (behaviour L11). */
  async find(environment: EnvironmentRef, reference: string): Promise<LayoutUsageDto> {
    return this.usageOf(environment, await this.layouts.findOrFail(environment, reference));
  }

  /** Throws 404, and 409 for a layout that is the default or in use. Its translations are deleted with it. */
  async delete(environment: EnvironmentRef, reference: string): Promise<void> {
    const layout = await this.layouts.findOrFail(environment, reference);
    const { workflows } = await this.usageOf(environment, layout);
    if (!layout.isDefault && workflows.length > 0) {
      const names = workflows.map(({ workflowId }) => `'${workflowId}'`).join(', ');
      throw new ConflictException(`Layout '${layout.layoutId}' is used by ${names}`);
    }
    await this.layouts.delete(environment, layout._id.toHexString());
    await this.deleted.run({ environment, layoutId: layout.layoutId });
  }

  private async usageOf(environment: EnvironmentRef, layout: Layout): Promise<LayoutUsageDto> {
    const all = await this.workflows.find(environment);
    const using = all.filter(({ references }) => references.some((one) => frames(layout, one)));
    return { workflows: using.map(({ name, workflowId }) => ({ name, workflowId })) };
  }
}

function frames(layout: Layout, reference: string | null | undefined): boolean {
  if (reference === null) return false;
  return reference === undefined ? layout.isDefault : isNamedBy(layout, reference);
}

import { ConflictException, Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Hook } from '../platform/hook.js';
import { identifierCandidates } from '../platform/ids.js';
import { AuthoredWorkflows } from '../workflows/authored-workflows.service.js';
import type { Layout } from './layout.schema.js';
import type { DuplicateLayoutDto, LayoutUsageDto } from './layouts.dto.js';
import { isNamedBy, LayoutsService } from './layouts.service.js';

const FALLBACK_ID = 'layout';

/** Copies layouts, and deletes those that no workflow uses, each with what depends on it. */
@Injectable()
export class LayoutChangesService {
  /** Copies what depends on a translated layout. */
  readonly copied = new Hook<{ environment: EnvironmentRef; from: string; to: string }>();
  /** Deletes what depends on a layout and is deleted with it. */
  readonly deleted = new Hook<{ environment: EnvironmentRef; layoutId: string }>();

  constructor(
    private readonly layouts: LayoutsService,
    private readonly workflows: AuthoredWorkflows,
  ) {}

  /** Copies a layout under another name, with its translations. Throws 404, and 409 for an identifier that is taken. */
  async duplicate(environment: EnvironmentRef, reference: string, request: DuplicateLayoutDto): Promise<Layout> {
    const source = await this.layouts.findOrFail(environment, reference);
    const isTranslationEnabled = request.isTranslationEnabled ?? source.isTranslationEnabled;
    const fields = {
      name: request.name,
      isTranslationEnabled,
      ...(source.email && { email: source.email }),
    };
    const candidates =
      request.layoutId === undefined ? identifierCandidates(request.name, FALLBACK_ID) : [request.layoutId];
    const copy = await this.createFirst(environment, candidates, fields);
    if (isTranslationEnabled) {
      await this.copied.run({ environment, from: source.layoutId, to: copy.layoutId });
    }
    return copy;
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

  /** The workflows whose emails use the layout; steps that name none use the default (behaviour L11). */
  async findUsage(environment: EnvironmentRef, reference: string): Promise<LayoutUsageDto> {
    return this.usageOf(environment, await this.layouts.findOrFail(environment, reference));
  }

  private async usageOf(environment: EnvironmentRef, layout: Layout): Promise<LayoutUsageDto> {
    const all = await this.workflows.findLayouts(environment);
    const using = all.filter(({ references }) => references.some((one) => isUsedBy(layout, one)));
    return { workflows: using.map(({ name, workflowId }) => ({ name, workflowId })) };
  }

  /** Creates a layout with the first of the identifiers that is free. */
  private async createFirst(
    environment: EnvironmentRef,
    [layoutId = FALLBACK_ID, ...others]: string[],
    fields: Pick<Layout, 'name' | 'isTranslationEnabled' | 'email'>,
  ): Promise<Layout> {
    try {
      return await this.layouts.create(environment, { ...fields, layoutId });
    } catch (error) {
      if (!(error instanceof ConflictException) || others.length === 0) throw error;
      return this.createFirst(environment, others, fields);
    }
  }
}

/** `reference`: the layout that an email step names; undefined for the default, null for none. */
function isUsedBy(layout: Layout, reference: string | null | undefined): boolean {
  if (reference === null) return false;
  return reference === undefined ? layout.isDefault : isNamedBy(layout, reference);
}

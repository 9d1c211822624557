import { ConflictException, Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Hook } from '../platform/hook.js';
import { identifierCandidates } from '../platform/ids/identifiers.js';
import type { DuplicateLayoutDto } from './layouts.dto.js';
import type { Layout } from './layout.schema.js';
import { LayoutsService } from './layouts.service.js';

const FALLBACK_ID = 'layout';

@Injectable()
export class LayoutCopiesService {
  /** What is copied with a translated layout. */
  readonly copied = new Hook<{ environment: EnvironmentRef; from: string; to: string }>();

  constructor(private readonly layouts: LayoutsService) {}

  /** A copy under another name, with the texts that are looked up for it. Throws 404, and 409 for an identifier that is taken. */
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

  /** Under the first of the identifiers that is free. */
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

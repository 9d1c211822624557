import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock } from '../common/clock.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { rawCollection } from '../persistence/raw-collection.js';
import { untilNotDuplicate } from '../persistence/until-not-duplicate.js';
import { type TranslatedResourceType, Translation } from './translation.schema.js';
import type { TranslatedResource } from './translations.service.js';

/** Translations as what their authors wrote, for comparing them and taking them elsewhere. */
@Injectable()
export class AuthoredTranslations {
  constructor(
    @InjectModel(Translation.name) private readonly translations: Model<Translation>,
    private readonly clock: Clock,
  ) {}

  /** All of the environment, or those of these workflows and of all layouts; languages in alphabetical order. */
  find(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    workflowIds?: readonly string[],
  ): Promise<Pick<Translation, 'resourceType' | 'resourceId' | 'locale' | 'content'>[]> {
    const wanted = workflowIds && {
      $or: [{ resourceType: LAYOUT }, { resourceType: WORKFLOW, resourceId: { $in: workflowIds } }],
    };
    return this.translations
      .find({ environmentId, ...wanted }, { resourceType: 1, resourceId: 1, locale: 1, content: 1 })
      .sort({ resourceType: 1, resourceId: 1, locale: 1 })
      .lean();
  }

  /** Puts these texts in place of those the resource has in the same languages. One command, none for no texts. */
  async write(
    { id: environmentId, organizationId }: EnvironmentRef,
    { type: resourceType, id: resourceId }: TranslatedResource,
    texts: Readonly<Record<string, Record<string, unknown>>>,
  ): Promise<void> {
    const now = this.clock.now();
    const writes = Object.entries(texts).map(([locale, content]) => ({
      updateOne: {
        filter: { environmentId, resourceType, resourceId, locale },
        update: { $set: { content, updatedAt: now }, $setOnInsert: { organizationId, createdAt: now } },
        upsert: true,
      },
    }));
    if (writes.length === 0) return;
    // An upsert loses when another one inserts the same language at this moment, and finds it the next time.
    await untilNotDuplicate(() => rawCollection<Translation>(this.translations).bulkWrite(writes));
  }

  /** Removes the texts of the resource in these languages. One command, none for no languages. */
  async remove(
    { id: environmentId }: EnvironmentRef,
    { type: resourceType, id: resourceId }: TranslatedResource,
    locales: readonly string[],
  ): Promise<void> {
    if (locales.length === 0) return;
    await this.translations.deleteMany({ environmentId, resourceType, resourceId, locale: { $in: locales } });
  }
}

const LAYOUT: TranslatedResourceType = 'layout';
const WORKFLOW: TranslatedResourceType = 'workflow';

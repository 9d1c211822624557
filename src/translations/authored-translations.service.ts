import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { type TranslatedResourceType, Translation } from './translation.schema.js';

/** Translations as what their authors wrote, for comparing them and taking them elsewhere. */
@Injectable()
export class AuthoredTranslations {
  constructor(@InjectModel(Translation.name) private readonly translations: Model<Translation>) {}

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
}

const LAYOUT: TranslatedResourceType = 'layout';
const WORKFLOW: TranslatedResourceType = 'workflow';

import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LocaleTexts } from '#libs/rendering/translations/translations.js';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { groupBy } from '../platform/values/group-by.js';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { type TranslatedResourceType, Translation } from './translation.schema.js';

const LAYOUT: TranslatedResourceType = 'layout';
const WORKFLOW: TranslatedResourceType = 'workflow';

const CACHE_SECONDS = 1;
/** Resources in the cache, each with all its languages. */
const CACHED_RESOURCES = 100;

/** A resource that has texts, by its identifier. */
export interface TranslatedResource {
  type: TranslatedResourceType;
  id: string;
}

/** The texts of some resources, in all their languages. */
export class TranslationBook {
  constructor(private readonly texts: ReadonlyMap<string, readonly LocaleTexts[]>) {}

  of(resource: TranslatedResource): readonly LocaleTexts[] {
    return this.texts.get(nameOf(resource)) ?? [];
  }

  /** The book with texts in place of those of one language. */
  with(resource: TranslatedResource, texts: LocaleTexts): TranslationBook {
    const others = this.of(resource).filter(({ locale }) => locale !== texts.locale);
    return new TranslationBook(new Map([...this.texts, [nameOf(resource), [texts, ...others]]]));
  }
}

/** Reads translations: for rendering, through a cache, and for promotion. */
@Injectable()
export class TranslationsService {
  private readonly cache = new ExpiringCache<readonly LocaleTexts[]>(this.clock, CACHE_SECONDS, CACHED_RESOURCES);

  constructor(
    @InjectModel(Translation.name) private readonly translations: Model<Translation>,
    private readonly clock: Clock,
  ) {}

  /** The texts of these resources, up to a second old, with at most one command. */
  async find(environment: EnvironmentRef, resources: readonly TranslatedResource[]): Promise<TranslationBook> {
    const byName = new Map(resources.map((resource) => [nameOf(resource), resource]));
    const texts = await this.cache.getMany(
      byName.keys(),
      (name) => cacheKey(environment, name),
      async (missing) => {
        const wanted = missing.map((name) => byName.get(name)!);
        const loaded = groupBy(await this.load(environment, wanted), ({ resourceType: type, resourceId: id }) =>
          nameOf({ type, id }),
        );
        return new Map(missing.map((name) => [name, loaded.get(name) ?? []]));
      },
    );
    return new TranslationBook(texts);
  }

  /** What the workflows are called on the preference page, in all languages: their texts below `preferences`. Not cached. */
  findPreferenceTexts({
    id: environmentId,
  }: InEnvironment): Promise<Pick<Translation, 'resourceId' | 'locale' | 'content'>[]> {
    return this.translations
      .find(
        { environmentId, resourceType: WORKFLOW, 'content.preferences': { $exists: true } },
        { resourceId: 1, locale: 1, 'content.preferences': 1 },
      )
      .lean<Pick<Translation, 'resourceId' | 'locale' | 'content'>[]>();
  }

  /**
   * All texts of the environment, or those of these workflows and of all layouts, ordered by resource and language. Not
   * cached.
   */
  findAuthored(
    { id: environmentId }: InEnvironment,
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

  /** Removes a changed resource from the cache of this process. */
  forget(environment: EnvironmentRef, resource: TranslatedResource): void {
    this.cache.delete(cacheKey(environment, nameOf(resource)));
  }

  private load(environment: EnvironmentRef, resources: readonly TranslatedResource[]) {
    const wanted = resources.map(({ type, id }) => ({ resourceType: type, resourceId: id }));
    return this.translations
      .find({ environmentId: environment.id, $or: wanted }, { resourceType: 1, resourceId: 1, locale: 1, content: 1 })
      .lean();
  }
}

function nameOf({ type, id }: TranslatedResource): string {
  return `${type} ${id}`;
}

function cacheKey({ id }: EnvironmentRef, name: string): string {
  return `${id} ${name}`;
}

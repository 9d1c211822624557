import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import type { LocaleTexts } from '#libs/rendering/translations/translations.js';
import { Clock } from '../platform/clock.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { LayoutChangesService } from '../layouts/layout-changes.service.js';
import { lostWrites, rawCollection } from '../platform/persistence/writes.js';
import { WorkflowChangesService } from '../workflows/workflow-changes.service.js';
import { timesOf } from './text-times.js';
import { Translation } from './translation.schema.js';
import { type TranslatedResource, TranslationsService } from './translations.service.js';

/** How often writes are retried after concurrent ones with the same keys; each time at least one of these succeeds. */
const WRITE_TRIES = 50;

/** The fields of the unique index. */
type Key = Pick<Translation, 'environmentId' | 'resourceType' | 'resourceId' | 'locale'>;

/** The texts of a resource in one language. */
export interface TextsOf extends LocaleTexts {
  resource: TranslatedResource;
  /** When the texts that these replace were saved; null when there were none. Others are a conflict. */
  replaces?: Date | null;
  /** Keys of texts that fit the default language as it is now, although they are as before. */
  confirmed?: readonly string[];
}

/**
 * Writes translations and reads single ones. Writes are immediately visible in this process. Translations are deleted
 * with the workflow or layout that they belong to, and copied with a layout.
 */
@Injectable()
export class TranslationChangesService {
  /** Authors choose the keys of texts; mongoose would interpret some of them. */
  private readonly documents = rawCollection<Translation>(this.translations);

  constructor(
    @InjectModel(Translation.name) private readonly translations: Model<Translation>,
    private readonly reader: TranslationsService,
    private readonly clock: Clock,
    workflows: WorkflowChangesService,
    layouts: LayoutChangesService,
  ) {
    workflows.deleted.add(async ({ environment, workflowId }) => {
      await this.deleteAll(environment, { type: 'workflow', id: workflowId });
    });
    layouts.deleted.add(async ({ environment, layoutId }) => {
      await this.deleteAll(environment, { type: 'layout', id: layoutId });
    });
    layouts.copied.add(async ({ environment, from, to }) => {
      await this.copy(environment, { type: 'layout', id: from }, to);
    });
  }

  /**
   * Creates or replaces the texts of languages, with one command for all after one that reads them. Throws 409, and saves
   * nothing, when texts are no longer those that they replace.
   */
  async save(environment: EnvironmentRef, all: readonly TextsOf[]): Promise<void> {
    if (all.length === 0) return;
    const now = this.clock.now();
    const former = await this.former(environment, all);
    const stale = all.filter((one) => one.replaces !== undefined && !isSame(former.get(nameOf(one)), one.replaces));
    if (stale.length > 0) throw conflict(stale);
    const writes = all.map((one): mongo.AnyBulkWriteOperation<Translation> => {
      const { resource, locale, content, replaces, confirmed = [] } = one;
      const before = former.get(nameOf(one));
      const changedAt = timesOf(before, content, confirmed, now);
      // Later than the one before, so that readers can tell them apart.
      const updatedAt = new Date(Math.max(now.getTime(), (before?.updatedAt.getTime() ?? 0) + 1));
      return {
        updateOne: {
          filter: { ...keyOf(environment, resource, locale), ...(replaces && { updatedAt: replaces }) },
          update: {
            $set: { content, updatedAt, ...(changedAt && { changedAt }) },
            $setOnInsert: { organizationId: environment.organizationId, createdAt: now },
          },
          upsert: !replaces,
        },
      };
    });
    try {
      const written = await this.write(writes);
      if (written < writes.length) throw conflict(all);
    } finally {
      for (const { resource } of all) this.reader.forget(environment, resource);
    }
  }

  /** The stored texts that these replace, by {@link nameOf}. */
  private async former(environment: EnvironmentRef, all: readonly TextsOf[]): Promise<Map<string, Translation>> {
    const each = <T>(part: (texts: TextsOf) => T) => ({ $in: [...new Set(all.map(part))] });
    const found = await this.documents
      .find({
        environmentId: environment.id,
        resourceType: each(({ resource }) => resource.type),
        resourceId: each(({ resource }) => resource.id),
        locale: each(({ locale }) => locale),
      })
      .toArray();
    return new Map(
      found.map((one) => [
        nameOf({ resource: { type: one.resourceType, id: one.resourceId }, locale: one.locale }),
        one,
      ]),
    );
  }

  /** Undefined when the resource has no texts in this language. */
  async find(
    environment: EnvironmentRef,
    resource: TranslatedResource,
    locale: string,
  ): Promise<Translation | undefined> {
    return (await this.documents.findOne(keyOf(environment, resource, locale))) ?? undefined;
  }

  /** The texts of a resource in all its languages, ordered by locale. */
  findAll(environment: EnvironmentRef, resource: TranslatedResource): Promise<Translation[]> {
    return this.documents.find(keyOfAll(environment, resource)).sort({ locale: 1 }).toArray();
  }

  /** The texts of all resources in one language. */
  findLocale({ id: environmentId }: EnvironmentRef, locale: string): Promise<Translation[]> {
    return this.documents.find({ environmentId, locale }).sort({ resourceType: 1, resourceId: 1 }).toArray();
  }

  /** The languages that any resource of the environment is translated into, in alphabetical order. */
  async locales({ id: environmentId }: EnvironmentRef): Promise<string[]> {
    return (await this.documents.distinct('locale', { environmentId })).toSorted();
  }

  /** Returns whether there was something to delete. */
  async delete(environment: EnvironmentRef, resource: TranslatedResource, locale: string): Promise<boolean> {
    const { deletedCount } = await this.documents.deleteOne(keyOf(environment, resource, locale));
    this.reader.forget(environment, resource);
    return deletedCount > 0;
  }

  /** Deletes the texts of a resource in all languages. Returns whether there were some. */
  async deleteAll(environment: EnvironmentRef, resource: TranslatedResource): Promise<boolean> {
    const { deletedCount } = await this.documents.deleteMany(keyOfAll(environment, resource));
    this.reader.forget(environment, resource);
    return deletedCount > 0;
  }

  /** Copies the texts of a resource to another one of the same type. */
  private async copy(environment: EnvironmentRef, from: TranslatedResource, toId: string): Promise<void> {
    const resource = { type: from.type, id: toId };
    const texts = await this.findAll(environment, from);
    await this.save(
      environment,
      texts.map(({ locale, content }) => ({ resource, locale, content })),
    );
  }

  /**
   * Returns how many were written. Concurrent upserts of the same key may violate the unique index; the next attempt finds
   * the document of the other.
   */
  private async write(writes: mongo.AnyBulkWriteOperation<Translation>[], tries = 1): Promise<number> {
    try {
      const { matchedCount, upsertedCount } = await this.documents.bulkWrite(writes, { ordered: false });
      return matchedCount + upsertedCount;
    } catch (error) {
      const lost = lostWrites(error);
      if (tries === WRITE_TRIES) throw error;
      const again = writes.filter((_write, index) => lost.has(index));
      return writes.length - again.length + (await this.write(again, tries + 1));
    }
  }
}

function nameOf({ resource: { type, id }, locale }: Pick<TextsOf, 'resource' | 'locale'>): string {
  return `${type} ${locale} ${id}`;
}

function isSame(stored: Translation | undefined, replaced: Date | null): boolean {
  return stored?.updatedAt.getTime() === replaced?.getTime();
}

function conflict(texts: readonly TextsOf[]): ConflictException {
  const locales = texts.map(({ locale }) => locale).join(', ');
  return new ConflictException(`Another request has changed the texts in ${locales}: read them again, then save yours`);
}

function keyOf(environment: EnvironmentRef, resource: TranslatedResource, locale: string): Key {
  return { ...keyOfAll(environment, resource), locale };
}

function keyOfAll({ id: environmentId }: EnvironmentRef, { type, id }: TranslatedResource): Omit<Key, 'locale'> {
  return { environmentId, resourceType: type, resourceId: id };
}

import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import type { LocaleTexts } from '#libs/rendering/translations/locales.js';
import { Clock } from '../platform/clock.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { rawCollection } from '../platform/persistence/raw-collection.js';
import { lostWrites } from '../platform/persistence/store-errors.js';
import { Translation } from './translation.schema.js';
import { type TranslatedResource, TranslationsService } from './translations.service.js';

/** How often writes are tried that lose against others with the same keys; each time at least one of those gets through. */
const WRITE_TRIES = 50;

/** What makes a document another one; the unique index is on these. */
type Key = Pick<Translation, 'environmentId' | 'resourceType' | 'resourceId' | 'locale'>;

/** The texts of a resource in one language. */
export interface TextsOf extends LocaleTexts {
  resource: TranslatedResource;
}

/** Writes and single reads of translations. What is written is seen by this process at once. */
@Injectable()
export class TranslationChangesService {
  constructor(
    @InjectModel(Translation.name) private readonly translations: Model<Translation>,
    private readonly reading: TranslationsService,
    private readonly clock: Clock,
  ) {}

  /** Replaces the texts of a language, whether there were some or not; with one command for all. */
  async save(environment: EnvironmentRef, all: readonly TextsOf[]): Promise<void> {
    if (all.length === 0) return;
    const now = this.clock.now();
    const writes = all.map(({ resource, locale, content }): mongo.AnyBulkWriteOperation<Translation> => ({
      updateOne: {
        filter: keyOf(environment, resource, locale),
        update: {
          $set: { content, updatedAt: now },
          $setOnInsert: { organizationId: environment.organizationId, createdAt: now },
        },
        upsert: true,
      },
    }));
    try {
      await this.write(writes);
    } finally {
      for (const { resource } of all) this.reading.forget(environment, resource);
    }
  }

  /** Undefined when the resource has no texts in this language. */
  async find(
    environment: EnvironmentRef,
    resource: TranslatedResource,
    locale: string,
  ): Promise<Translation | undefined> {
    return (await this.documents.findOne(keyOf(environment, resource, locale))) ?? undefined;
  }

  /** The texts of a resource in all its languages, by locale. */
  findAll(environment: EnvironmentRef, resource: TranslatedResource): Promise<Translation[]> {
    return this.documents.find(keyOfAll(environment, resource)).sort({ locale: 1 }).toArray();
  }

  /** The texts of all resources in one language. */
  findLocale({ id: environmentId }: EnvironmentRef, locale: string): Promise<Translation[]> {
    return this.documents.find({ environmentId, locale }).sort({ resourceType: 1, resourceId: 1 }).toArray();
  }

  /** The languages that something of the environment is translated into, in alphabetical order. */
  async locales({ id: environmentId }: EnvironmentRef): Promise<string[]> {
    return (await this.documents.distinct('locale', { environmentId })).toSorted();
  }

  /** Returns whether there was something to delete. */
  async delete(environment: EnvironmentRef, resource: TranslatedResource, locale: string): Promise<boolean> {
    const { deletedCount } = await this.documents.deleteOne(keyOf(environment, resource, locale));
    this.reading.forget(environment, resource);
    return deletedCount > 0;
  }

  /** Deletes the texts of a resource in all languages. Returns whether there were some. */
  async deleteAll(environment: EnvironmentRef, resource: TranslatedResource): Promise<boolean> {
    const { deletedCount } = await this.documents.deleteMany(keyOfAll(environment, resource));
    this.reading.forget(environment, resource);
    return deletedCount > 0;
  }

  /** Gives another resource of the same type the texts of this one. */
  async copy(environment: EnvironmentRef, from: TranslatedResource, toId: string): Promise<void> {
    const resource = { type: from.type, id: toId };
    const texts = await this.findAll(environment, from);
    await this.save(
      environment,
      texts.map(({ locale, content }) => ({ resource, locale, content })),
    );
  }

  /** Upserts of the same key at once may meet the unique index; the second attempt finds what the other has written. */
  private async write(writes: mongo.AnyBulkWriteOperation<Translation>[], tries = 1): Promise<void> {
    try {
      await this.documents.bulkWrite(writes, { ordered: false });
    } catch (error) {
      const lost = lostWrites(error);
      if (tries === WRITE_TRIES) throw error;
      await this.write(
        writes.filter((_write, index) => lost.has(index)),
        tries + 1,
      );
    }
  }

  /** The keys of texts are the author's own; mongoose would take some of them for its marks. */
  private get documents(): mongo.Collection<Translation> {
    return rawCollection<Translation>(this.translations);
  }
}

function keyOf(environment: EnvironmentRef, resource: TranslatedResource, locale: string): Key {
  return { ...keyOfAll(environment, resource), locale };
}

function keyOfAll({ id: environmentId }: EnvironmentRef, { type, id }: TranslatedResource): Omit<Key, 'locale'> {
  return { environmentId, resourceType: type, resourceId: id };
}

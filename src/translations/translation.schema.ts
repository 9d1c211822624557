import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';

/** The resources whose texts are translated. */
export const RESOURCE_TYPES = ['workflow', 'layout'] as const;

export type TranslatedResourceType = (typeof RESOURCE_TYPES)[number];

/** The texts of a workflow or a layout in one language. */
@Schema({ collection: 'translations', timestamps: true, minimize: false, versionKey: false })
export class Translation extends EnvironmentRecord {
  @Prop({ type: String, required: true })
  resourceType: TranslatedResourceType;

  /** Identifier of the workflow or layout. */
  @Prop({ required: true })
  resourceId: string;

  /** Language, as `en` or `en_US`, in the spelling of `canonicalLocale`. */
  @Prop({ required: true })
  locale: string;

  /** Texts by key, nested; each is a template. */
  @Prop({ type: Object, required: true })
  content: Record<string, unknown>;

  /** When texts were added or changed after the first save, by key. */
  @Prop({ type: Object })
  changedAt?: Record<string, Date>;

  createdAt: Date;
  updatedAt: Date;
}

export const TranslationSchema = SchemaFactory.createForClass(Translation);
// Decides between concurrent writes of one locale; it also finds all locales of a resource.
TranslationSchema.index({ environmentId: 1, resourceType: 1, resourceId: 1, locale: 1 }, { unique: true });
// All texts of one language: the master JSON.
TranslationSchema.index({ environmentId: 1, locale: 1, resourceType: 1, resourceId: 1 });

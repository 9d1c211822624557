import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { CategoryChoices } from './category-choices.js';
import type { WorkflowChoices } from './stored-choices.js';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';

/**
 * Everything a subscriber has chosen in one exact set of contexts (behaviour F10): globally, for categories, and for single
 * workflows. These are the upper three of the five layers (F2); the lower two are part of the workflow.
 */
@Schema({ collection: 'preferences', timestamps: true, minimize: false })
export class Preference extends EnvironmentRecord implements PreferenceLayer {
  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  /** The keys of the contexts, sorted; empty for none. */
  @Prop({ type: [String], required: true })
  contextKeys: string[];

  /** {@link contextKeys} as one string. */
  @Prop({ type: String, default: '' })
  contextScope: string;

  /** The global value for all channels. */
  @Prop({ type: Object })
  all?: PreferenceLayer['all'];

  /** The global values for single channels. */
  @Prop({ type: Object })
  channels?: PreferenceLayer['channels'];

  /** Hours in which the subscriber may be disturbed (behaviour Q1). */
  @Prop({ type: Object })
  schedule?: Schedule;

  /** Until when nothing but critical notifications is sent (behaviour CS50). */
  @Prop({ type: Date })
  pausedUntil?: Date | null;

  /** The values for categories of workflows (behaviour CS2). */
  @Prop({ type: Object })
  categories?: CategoryChoices;

  /** The values for single workflows. */
  @Prop({ type: Object })
  workflows?: WorkflowChoices;

  createdAt: Date;
  updatedAt: Date;
}

export const PreferenceSchema = SchemaFactory.createForClass(Preference);
// Decides between concurrent first choices of a subscriber.
PreferenceSchema.index({ environmentId: 1, subscriberId: 1, contextScope: 1 }, { unique: true });

import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/**
 * What a subscriber has chosen in one exact set of contexts (behaviour F10): globally, or for one workflow. The higher
 * two of the four layers (F2); the lower two are part of the workflow.
 */
@Schema({ collection: 'preferences', timestamps: true, minimize: false })
export class Preference implements PreferenceLayer {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  /** Null: the global layer. */
  @Prop({ type: Types.ObjectId, default: null })
  workflowId: Types.ObjectId | null;

  /** The keys of the contexts, sorted; empty for none. */
  @Prop({ type: [String], required: true })
  contextKeys: string[];

  /** {@link contextKeys} as one text. */
  @Prop({ type: String, default: '' })
  contextScope: string;

  @Prop({ type: Object })
  all?: PreferenceLayer['all'];

  @Prop({ type: Object })
  channels?: PreferenceLayer['channels'];

  /** Hours in which the subscriber may be disturbed; only of the global layer (behaviour Q1). */
  @Prop({ type: Object })
  schedule?: Schedule;

  createdAt: Date;
  updatedAt: Date;
}

export const PreferenceSchema = SchemaFactory.createForClass(Preference);
PreferenceSchema.index({ environmentId: 1, subscriberId: 1, contextScope: 1, workflowId: 1 }, { unique: true });

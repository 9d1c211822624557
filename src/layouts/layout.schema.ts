import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';

/** The content of a layout around the body of an email. */
export interface LayoutEmail {
  /** A template that prints the content; HTML, or the JSON text of a block editor. */
  body: string;
  editorType: 'html' | 'block';
}

/** A frame for emails: header, footer and styles that many workflows share. */
@Schema({ collection: 'layouts', timestamps: true, minimize: false, versionKey: false })
export class Layout extends EnvironmentRecord {
  /** The identifier that steps and triggers name. */
  @Prop({ required: true })
  layoutId: string;

  @Prop({ required: true })
  name: string;

  /** The name in lower case: lists are ordered and searched by it. */
  @Prop({ required: true })
  nameKey: string;

  /** Used by email steps that name no layout (behaviour L11). */
  @Prop({ required: true })
  isDefault: boolean;

  /** Whether its texts are looked up in translations. */
  @Prop({ required: true })
  isTranslationEnabled: boolean;

  /** Absent until it is first saved. */
  @Prop({ type: Object })
  email?: LayoutEmail;

  /** 1 at creation, incremented with each save. */
  @Prop({ required: true })
  version: number;

  /** The user who changed it last. */
  @Prop({ type: Types.ObjectId })
  updatedById?: Types.ObjectId;

  createdAt: Date;
  updatedAt: Date;
}

export const LayoutSchema = SchemaFactory.createForClass(Layout);
LayoutSchema.index({ environmentId: 1, layoutId: 1 }, { unique: true });
// One per list order; the id breaks ties, so that pages do not overlap.
LayoutSchema.index({ environmentId: 1, createdAt: 1, _id: 1 });
LayoutSchema.index({ environmentId: 1, updatedAt: 1, _id: 1 });
LayoutSchema.index({ environmentId: 1, nameKey: 1, _id: 1 });
// Behaviour L11: at most one layout is the default of its environment.
LayoutSchema.index({ environmentId: 1, isDefault: 1 }, { unique: true, partialFilterExpression: { isDefault: true } });

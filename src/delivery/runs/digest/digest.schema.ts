import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A window that runs can join. */
export interface OpenWindow {
  id: Types.ObjectId;
  /** The run that opened it. */
  opener: Types.ObjectId;
  until: Date;
  /** No run joins any more, and the contents do not change. */
  sealed: boolean;
  /** Number of full pages that were moved to documents of their own. */
  pages: number;
  /** The runs of the current page; the opener is on the first page. */
  runs: Types.ObjectId[];
}

/**
 * The digest of one group, with at most one open window. Every change is one guarded update of this document, so that
 * finding the open window and joining it is atomic (behaviour DG7).
 */
@Schema({ collection: 'digests', timestamps: false })
export class Digest {
  /** The group. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** The subscriber of these events; deleted with the subscriber. */
  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  @Prop({ type: Object })
  window?: OpenWindow;

  /** When the last event was completed: passed undigested, or sent at the end of its window (behaviour DG3). */
  @Prop()
  lastCompletedAt?: Date;

  /** The last run that passed undigested. */
  @Prop({ type: Types.ObjectId })
  passedBy?: Types.ObjectId;

  @Prop({ required: true })
  expiresAt: Date;
}

/** A part of a window with many events. With pages, a window has no size limit and joining it stays cheap. */
@Schema({ collection: 'digest_pages', timestamps: false })
export class DigestPage {
  /** Derived from window and number, so that a page is written once. */
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  window: Types.ObjectId;

  /** The subscriber of these events; deleted with the subscriber. */
  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  @Prop({ required: true })
  group: string;

  @Prop({ required: true })
  page: number;

  @Prop({ type: [Types.ObjectId], required: true })
  runs: Types.ObjectId[];

  @Prop({ required: true })
  expiresAt: Date;
}

/** A window that was closed. */
@Schema({ collection: 'digest_windows', timestamps: false })
export class ClosedWindow {
  /** The window. */
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;
  /** The subscriber of these events; deleted with the subscriber. */
  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  @Prop({ required: true })
  group: string;

  /** Number of full pages besides `runs`. */
  @Prop({ required: true })
  pages: number;

  @Prop({ type: [Types.ObjectId], required: true })
  runs: Types.ObjectId[];

  /** The run that continues with the events; set once. */
  @Prop({ type: Types.ObjectId })
  takenBy?: Types.ObjectId;

  @Prop({ required: true })
  expiresAt: Date;
}

export const DigestSchema = SchemaFactory.createForClass(Digest);
DigestSchema.index({ subscriberId: 1 });
DigestSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const DigestPageSchema = SchemaFactory.createForClass(DigestPage);
DigestPageSchema.index({ window: 1, page: 1 });
DigestPageSchema.index({ group: 1 });
DigestPageSchema.index({ subscriberId: 1 });
DigestPageSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ClosedWindowSchema = SchemaFactory.createForClass(ClosedWindow);
ClosedWindowSchema.index({ group: 1 });
ClosedWindowSchema.index({ subscriberId: 1 });
ClosedWindowSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

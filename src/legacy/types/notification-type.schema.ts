import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A kind of notification that a legacy application sends by name: its workflow, and the templates of the response. */
@Schema({ collection: 'legacynotificationtypes', timestamps: true, minimize: false, versionKey: false })
export class NotificationType {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** Internal id of the application. */
  @Prop({ type: Types.ObjectId, required: true })
  applicationId: Types.ObjectId;

  /** The caller's own identifier, unique in the application. */
  @Prop({ required: true })
  identifier: string;

  /** Identifier of the workflow. */
  @Prop({ required: true })
  workflowId: string;

  /** Template of the text. */
  @Prop({ required: true })
  text: string;

  /** Template of the address that a click opens. Empty: none. */
  @Prop({ type: String })
  link: string;

  /** Template of the name of the bundle. Empty: none. */
  @Prop({ type: String })
  bundleSegment: string;

  createdAt: Date;
  updatedAt: Date;
}

export const NotificationTypeSchema = SchemaFactory.createForClass(NotificationType);
NotificationTypeSchema.index({ environmentId: 1, applicationId: 1, identifier: 1 }, { unique: true });
// The order of the list.
NotificationTypeSchema.index({ environmentId: 1, applicationId: 1, _id: 1 });

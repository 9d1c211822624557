import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { ConnectionMode } from '../connections/channel-connection.schema.js';

/** The purpose of a link: a workspace is connected, or a subscriber is linked to a chat identity. */
export type LinkPurpose = 'connect' | 'link_user' | 'telegram';

/**
 * A user was sent to a chat provider, and this is what to do when they return. They return with a random token, of
 * which only the hash is stored; it works once, for the first request.
 */
@Schema({ collection: 'chatlinks', timestamps: false, minimize: false })
export class ChatLink {
  /** SHA-256 of the token, in hexadecimal. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  integrationId: Types.ObjectId;

  @Prop({ type: String, required: true })
  purpose: LinkPurpose;

  /** Internal id. */
  @Prop({ type: Types.ObjectId })
  subscriberId?: Types.ObjectId;

  @Prop({ type: [String], required: true })
  contextKeys: string[];

  @Prop()
  connectionIdentifier?: string;

  @Prop({ type: String })
  connectionMode?: ConnectionMode;

  /** Whether the user who connects a workspace is linked, too. */
  @Prop()
  linksUser?: boolean;

  @Prop({ required: true })
  expiresAt: Date;
}

export const ChatLinkSchema = SchemaFactory.createForClass(ChatLink);
// For the deletion of subscribers.
ChatLinkSchema.index({ environmentId: 1, subscriberId: 1 });
ChatLinkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

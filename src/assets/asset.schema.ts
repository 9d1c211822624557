import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { PICTURE_TYPES, type PictureType } from '#libs/pictures/picture.js';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';

/** A picture of an environment. Its content is apart, so that a list does not read it. */
@Schema({ collection: 'assets', minimize: false, versionKey: false })
export class Asset extends EnvironmentRecord {
  /** What its address has: a hash of the environment and the content. */
  @Prop({ required: true })
  key: string;

  @Prop({ required: true })
  name: string;

  /** The alternative text, as it was given last. */
  @Prop({ type: String, default: '' })
  alt: string;

  @Prop({ type: String, required: true, enum: PICTURE_TYPES })
  type: PictureType;

  @Prop({ required: true })
  bytes: number;

  @Prop({ required: true })
  width: number;

  @Prop({ required: true })
  height: number;

  /** Frames of an animation; 1 for a still picture. */
  @Prop({ required: true })
  frames: number;

  @Prop({ required: true })
  createdAt: Date;
}

export const AssetSchema = SchemaFactory.createForClass(Asset);
// An environment has a content once; finds the picture of an address.
AssetSchema.index({ key: 1 }, { unique: true });
// The list, newest first. A part of a name is looked for in its keys.
AssetSchema.index({ environmentId: 1, _id: 1, name: 1 });

/** The content of a picture, with the id of the picture, where it is kept in the store. */
@Schema({ collection: 'assetcontents', versionKey: false })
export class AssetContent extends EnvironmentRecord {
  @Prop({ type: Buffer, required: true })
  content: Buffer;
}

export const AssetContentSchema = SchemaFactory.createForClass(AssetContent);
AssetContentSchema.index({ environmentId: 1 });

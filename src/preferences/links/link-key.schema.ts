import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';

/**
 * The key of the installation for links in messages. It is made once and stays, so that links that were sent years ago still
 * open after `SECRET_KEY` has changed.
 */
@Schema({ collection: 'link_keys', versionKey: false })
export class LinkKey {
  @Prop({ type: String, required: true })
  _id: string;

  /** 32 random bytes in hex, sealed for {@link _id}. */
  @Prop({ required: true })
  sealedKey: string;
}

export const LinkKeySchema = SchemaFactory.createForClass(LinkKey);
declareSealed<LinkKey>(LinkKeySchema, {
  fields: ['sealedKey'],
  find: ({ _id, sealedKey }) => [{ path: 'sealedKey', value: sealedKey, recordId: _id }],
});

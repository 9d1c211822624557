import { createHash } from 'node:crypto';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A browser or program in which a person has signed in. */
@Schema({ collection: 'person_sessions' })
export class PersonSession {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  accountId: Types.ObjectId;

  /** SHA-256 of the token in hex. The token itself is only in the cookie. */
  @Prop({ required: true })
  tokenHash: string;

  /** `sessionVersion` of the account when the person proved who they are. */
  @Prop()
  version?: number;

  @Prop({ required: true })
  createdAt: Date;

  /** Last request, to about a minute. */
  @Prop({ required: true })
  lastSeenAt: Date;

  /** The absolute end of the session; it ends earlier when it is not used. */
  @Prop({ required: true })
  expiresAt: Date;

  /** Address from which the person signed in. */
  @Prop()
  address?: string;

  /** The browser or program, as it named itself; at most 300 characters. */
  @Prop()
  userAgent?: string;
}

export const PersonSessionSchema = SchemaFactory.createForClass(PersonSession);
PersonSessionSchema.index({ tokenHash: 1 }, { unique: true });
PersonSessionSchema.index({ accountId: 1, createdAt: -1 });
// The store removes sessions once they have ended.
PersonSessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The hash by which a session is looked up. Tokens are long and random, so a plain hash reveals nothing. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

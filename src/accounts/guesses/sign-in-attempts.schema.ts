import { createHash } from 'node:crypto';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import type { Attempts } from './guess-limits.js';

/**
 * Attempts to sign in that failed, by what they are counted for; or that an account has signed in from an address. Only
 * the hash of it is stored: which emails were tried is nobody's business, and anyone can try any.
 */
@Schema({ collection: 'sign_in_attempts', versionKey: false })
export class SignInAttempts implements Attempts {
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ required: true })
  failures: number;

  @Prop({ required: true })
  nextAt: Date;

  @Prop({ required: true })
  expiresAt: Date;
}

export const SignInAttemptsSchema = SchemaFactory.createForClass(SignInAttempts);
// The store removes what is forgotten.
SignInAttemptsSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The `_id` for what attempts are counted for: the organization, and the parts that name it. */
export function attemptsId(organizationId: Types.ObjectId, kind: string, ...parts: string[]): string {
  const text = JSON.stringify([organizationId, kind, ...parts]);
  return createHash('sha256').update(text).digest('hex');
}

import { createHash } from 'node:crypto';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { EnvironmentRole, EnvironmentRoleSchema } from '../../auth/people/account.schema.js';
import { type Role, ROLES } from '../../auth/permissions.js';

/** What a link is for: the first owner, a new member, or a new password. */
const LINK_PURPOSES = ['setup', 'invitation', 'reset'] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** A link that lets its holder become a member, or choose a new password, once. */
@Schema({ collection: 'one_time_links' })
export class OneTimeLink {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  @Prop({ type: String, required: true, enum: LINK_PURPOSES })
  purpose: LinkPurpose;

  /** SHA-256 of the token in hex. The token itself is only in the link. */
  @Prop({ required: true })
  tokenHash: string;

  /** Of a reset: whose password is changed. */
  @Prop({ type: Types.ObjectId })
  accountId?: Types.ObjectId;

  /** Lowercase. Undefined for the first owner, who chooses it. */
  @Prop()
  email?: string;

  @Prop()
  name?: string;

  /** The role of the member to be. */
  @Prop({ type: String, enum: [...ROLES, 'none'] })
  role?: Role | 'none';

  @Prop({ type: [EnvironmentRoleSchema], default: undefined })
  environmentRoles?: EnvironmentRole[];

  /** Of a reset: the second factor is removed, too. */
  @Prop()
  removesSecondFactor?: boolean;

  /** The account that made the link; undefined when it was made on the server. */
  @Prop({ type: Types.ObjectId })
  createdBy?: Types.ObjectId;

  @Prop({ required: true })
  createdAt: Date;

  @Prop({ required: true })
  expiresAt: Date;
}

export const OneTimeLinkSchema = SchemaFactory.createForClass(OneTimeLink);
OneTimeLinkSchema.index({ tokenHash: 1 }, { unique: true });
// Of each there is one at most: a new one replaces it.
OneTimeLinkSchema.index(
  { organizationId: 1, email: 1 },
  { unique: true, partialFilterExpression: { purpose: 'invitation' } },
);
OneTimeLinkSchema.index({ accountId: 1 }, { unique: true, partialFilterExpression: { purpose: 'reset' } });
OneTimeLinkSchema.index(
  { organizationId: 1, purpose: 1 },
  { unique: true, partialFilterExpression: { purpose: 'setup' } },
);
// For lists.
OneTimeLinkSchema.index({ organizationId: 1, purpose: 1, _id: 1 });
// The store removes links once they have expired.
OneTimeLinkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** By which a link is looked up. Tokens are long and random, so a plain hash reveals nothing. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';
import { ROLES, type Role } from '../permissions.js';

const ROLES_AND_NONE = [...ROLES, 'none'] as const;

/** A role that differs from the one in the organization; `none` for environments that the person does not see. */
@Schema({ _id: false })
export class EnvironmentRole {
  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: String, required: true, enum: ROLES_AND_NONE })
  role: Role | 'none';
}

export const EnvironmentRoleSchema = SchemaFactory.createForClass(EnvironmentRole);

/** A password: its scrypt hash with what was used to make it, so that the parameters can be raised later. */
@Schema({ _id: false })
export class PasswordHash {
  /** Base64. */
  @Prop({ required: true })
  hash: string;

  /** Base64. */
  @Prop({ required: true })
  salt: string;

  /** Parameters of scrypt: cost, block size, parallelization. */
  @Prop({ type: Object, required: true })
  scrypt: { N: number; r: number; p: number };
}

/** A second factor: time-based one-time codes (RFC 6238). */
@Schema({ _id: false })
export class SecondFactor {
  /** The shared secret, encrypted for the account. */
  @Prop({ required: true })
  sealedSecret: string;

  /** Set once a first code has proven that the secret arrived; before, signing in needs no code. */
  @Prop()
  confirmedAt?: Date;

  /** The time step of the last code that was accepted: codes are good once. */
  @Prop()
  lastStep?: number;

  /** SHA-256 of the recovery codes that are left, in hex. */
  @Prop({ type: [String], default: [] })
  recoveryCodes: string[];
}

/** Who the person is at the OpenID provider. */
@Schema({ _id: false })
export class ProviderIdentity {
  @Prop({ required: true })
  issuer: string;

  @Prop({ required: true })
  subject: string;
}

/** An owner is about to be removed or to get another role: others do not count this one as an owner who stays. */
@Schema({ _id: false })
export class OwnerDeparture {
  /** By which the request that began it recognizes it. */
  @Prop({ required: true })
  token: string;

  @Prop({ required: true })
  at: Date;
}

/** A person who signs in. The user of the same id is shown where somebody changed something. */
@Schema({ collection: 'accounts', timestamps: true })
export class Account {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  /** Lowercase; unique in the organization. */
  @Prop({ required: true })
  email: string;

  /** Name that is shown. */
  @Prop()
  name?: string;

  /** The role in the organization, and in all environments but those of `environmentRoles`. */
  @Prop({ type: String, required: true, enum: ROLES_AND_NONE })
  role: Role | 'none';

  @Prop({ type: [EnvironmentRoleSchema], default: [] })
  environmentRoles: EnvironmentRole[];

  /**
   * `provider`: the roles follow the groups at the OpenID provider each time the person signs in there. Undefined: they were
   * given here. Who changes them here unsets this, or the next sign-in changes them back.
   */
  @Prop({ type: String, enum: ['provider'] })
  rolesFrom?: 'provider';

  /** Undefined for people who sign in at the OpenID provider alone, and before they have chosen one. */
  @Prop({ type: SchemaFactory.createForClass(PasswordHash) })
  password?: PasswordHash;

  @Prop({ type: SchemaFactory.createForClass(SecondFactor) })
  secondFactor?: SecondFactor;

  @Prop({ type: SchemaFactory.createForClass(ProviderIdentity) })
  identity?: ProviderIdentity;

  /**
   * Sessions that began with another number have ended. It is raised by the write that changes the password, so that all
   * of them end with it; undefined counts as 0.
   */
  @Prop()
  sessionVersion?: number;

  /** Set for the moment in which an owner is removed or gets another role. */
  @Prop({ type: SchemaFactory.createForClass(OwnerDeparture) })
  departure?: OwnerDeparture;

  /** Last time the person signed in. */
  @Prop()
  signedInAt?: Date;

  createdAt: Date;
  updatedAt: Date;
}

export const AccountSchema = SchemaFactory.createForClass(Account);
AccountSchema.index({ organizationId: 1, email: 1 }, { unique: true });
AccountSchema.index(
  { organizationId: 1, 'identity.issuer': 1, 'identity.subject': 1 },
  { unique: true, partialFilterExpression: { 'identity.subject': { $exists: true } } },
);
declareSealed(AccountSchema, {
  fields: ['secondFactor'],
  find: ({ _id, secondFactor }) =>
    secondFactor ? [{ path: 'secondFactor.sealedSecret', value: secondFactor.sealedSecret, recordId: _id }] : [],
});

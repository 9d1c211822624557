import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { UnsealedLine } from './chain.js';
import type { Change } from './changes.js';

/** What an entry is about: a change, a secret that was shown, or the session of a person. */
export const AUDIT_KINDS = ['change', 'secret', 'session'] as const;

export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Whether it was done or, such as a sign-in with a wrong password, refused. */
export const AUDIT_RESULTS = ['success', 'refused'] as const;

export type AuditResult = (typeof AUDIT_RESULTS)[number];

/** Who did it: a person, the holder of an API key, the system itself, or someone who is not known. */
export const ACTOR_TYPES = ['person', 'key', 'system', 'anonymous'] as const;

/** Who did something, as it was at that time. */
export interface Actor {
  readonly type: (typeof ACTOR_TYPES)[number];
  /** Id of the account, or public id of the key. */
  readonly id?: string;
  /** Email address of the person, name of the key, or the part of the system. */
  readonly name?: string;
}

/** From where a request came, as far as is known. */
export interface Origin {
  readonly address?: string;
  readonly userAgent?: string;
  readonly requestId?: string;
}

/** One entry of the audit trail. Entries of an organization are a chain: each has the hash of the one before. */
@Schema({ collection: 'audit_entries', minimize: false })
export class AuditEntry {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  /** Place in the chain of the organization, from 1. */
  @Prop({ required: true })
  sequence: number;

  @Prop({ required: true })
  previousHash: string;

  @Prop({ required: true })
  hash: string;

  @Prop({ required: true })
  at: Date;

  @Prop({ type: String, required: true, enum: AUDIT_KINDS })
  kind: AuditKind;

  @Prop({ type: String, required: true, enum: AUDIT_RESULTS })
  result: AuditResult;

  @Prop({ type: Object, required: true })
  actor: Actor;

  @Prop({ type: Object })
  origin?: Origin;

  /** Id of the operation in the OpenAPI document, or what the system did. */
  @Prop({ required: true })
  operation: string;

  @Prop()
  method?: string;

  /** Path with the names of its parameters. */
  @Prop()
  route?: string;

  /** What it is about, the first part of the permission: `workflows`. */
  @Prop({ required: true })
  resource: string;

  /** All names of the thing that are known; the one in the path comes first. */
  @Prop({ type: [String], required: true })
  resourceIds: string[];

  /** What people call the thing; absent for data of subscribers, and for things without a name. */
  @Prop()
  resourceName?: string;

  /** Environment that was changed. Not `environmentId`: entries outlive their environment. */
  @Prop({ type: Types.ObjectId })
  environment?: Types.ObjectId;

  @Prop({ type: [Object], required: true })
  changes: Change[];

  /** Number of changes that had no room. */
  @Prop()
  changesLeftOut?: number;
}

export const AuditEntrySchema = SchemaFactory.createForClass(AuditEntry);
// Decides between processes that append at the same time.
AuditEntrySchema.index({ organizationId: 1, sequence: 1 }, { unique: true });
AuditEntrySchema.index({ organizationId: 1, at: 1, _id: 1 });
AuditEntrySchema.index({ organizationId: 1, resourceIds: 1, at: 1, _id: 1 });

// Entries are appended as driver documents; only retention removes some, at the beginning of the chain.
AuditEntrySchema.pre(
  ['updateOne', 'updateMany', 'replaceOne', 'findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete', 'deleteOne'],
  () => {
    throw new Error('Entries of the audit trail are neither changed nor deleted one by one');
  },
);
AuditEntrySchema.pre('save', () => {
  throw new Error('Entries of the audit trail are appended by AuditTrail.record()');
});

/** An entry as it is hashed and exported: everything but its own hash and its internal id. */
export function toUnsealedLine(entry: Omit<AuditEntry, '_id' | 'hash'>) {
  const { organizationId, sequence, previousHash, at, kind, result, actor, origin, operation, method, route } = entry;
  const { resource, resourceIds, resourceName, environment, changes, changesLeftOut } = entry;
  return {
    organizationId: organizationId.toHexString(),
    sequence,
    previousHash,
    at: at.toISOString(),
    kind,
    result,
    actor,
    origin,
    operation,
    method,
    route,
    resource,
    resourceIds,
    resourceName,
    environmentId: environment?.toHexString(),
    changes,
    changesLeftOut,
  } satisfies UnsealedLine;
}

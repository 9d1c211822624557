import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';

/** The stored response to the call of a key. */
export interface KeptResponse {
  /** HTTP status. */
  status: number;
  contentType?: string;
  /** The body, encrypted, because responses contain secrets and personal data. Absent if it was too large to be stored. */
  sealedBody?: string;
}

/**
 * An `Idempotency-Key` that an environment has used, and its call (behaviour D8). The `_id` is computed from environment
 * and key, so that its unique index admits only one of several concurrent calls, without the cost of another unique index.
 * When an environment is deleted its records are found by a scan: that is rare, and records are short-lived.
 */
@Schema({ collection: 'idempotencyrecords', timestamps: false, versionKey: false })
export class IdempotencyRecord {
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** Hash of the request. */
  @Prop({ required: true })
  request: string;

  /** A UUID of the call, the same for every attempt at it, so that ids derived from it are the same in each attempt. */
  @Prop({ required: true })
  callId: string;

  /** The attempt that may store a response. */
  @Prop({ type: Types.ObjectId, required: true })
  attempt: Types.ObjectId;

  /** If there is no response by this time, the attempt has failed or its process has died, and another may begin. */
  @Prop({ required: true })
  runningUntil: Date;

  @Prop({ type: Object })
  answer?: KeptResponse;

  /** The id that the response was sealed for, if that is not `_id`: a migration has changed the `_id` of the record. */
  @Prop()
  sealedFor?: string;

  @Prop({ required: true })
  expiresAt: Date;
}

export const IdempotencyRecordSchema = SchemaFactory.createForClass(IdempotencyRecord);
IdempotencyRecordSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

declareSealed(IdempotencyRecordSchema, {
  fields: ['answer', 'sealedFor'],
  find: (record) =>
    record.answer?.sealedBody === undefined
      ? []
      : [{ path: 'answer.sealedBody', value: record.answer.sealedBody, recordId: sealedFor(record) }],
});

/** The id that the response of a record is sealed for. */
export function sealedFor(record: Pick<IdempotencyRecord, '_id' | 'sealedFor'>): string {
  return record.sealedFor ?? record._id;
}

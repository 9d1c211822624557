import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';

/** What the call that a key stands for was answered. */
export interface KeptResponse {
  /** HTTP status. */
  status: number;
  contentType?: string;
  /** The body, encrypted: answers hold secrets and personal data. Absent when it was too large to be kept. */
  sealedBody?: string;
}

/**
 * An `Idempotency-Key` that an environment has used, and the call it stands for (behaviour D8). Its `_id` follows from
 * environment and key, so that of several calls at once the unique index lets one through; a second unique index would
 * only cost. With its environment it is removed by a scan: few are deleted, and no record lives long.
 */
@Schema({ collection: 'idempotencyrecords', timestamps: false, versionKey: false })
export class IdempotencyRecord {
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** Hash of what was asked for. */
  @Prop({ required: true })
  request: string;

  /** A UUID for the call, the same for every attempt at it: what it makes up can be made up again. */
  @Prop({ required: true })
  callId: string;

  /** The attempt that may note an answer. */
  @Prop({ type: Types.ObjectId, required: true })
  attempt: Types.ObjectId;

  /** Without an answer at this time, the attempt has failed or its process has died: another may begin. */
  @Prop({ required: true })
  runningUntil: Date;

  @Prop({ type: Object })
  answer?: KeptResponse;

  /** What the answer was sealed for, where that is not `_id`: the record of an earlier release, which was given another. */
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

/** What the answer of a record is sealed for. */
export function sealedFor(record: Pick<IdempotencyRecord, '_id' | 'sealedFor'>): string {
  return record.sealedFor ?? record._id;
}

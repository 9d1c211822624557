import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, Types } from 'mongoose';
import { Clock, HOUR_MS, later } from '../../platform/clock.js';
import { TryAgainException } from '../../platform/errors/exceptions.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { WriteBatcher } from '../../platform/scheduling/write-batcher.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Logger } from '../../platform/logging/logger.js';
import { lostWrites, rawCollection } from '../../platform/persistence/writes.js';
import { type CallResponse, type CallRequest, isFinal, recordId, requestHash, stateOf } from './rules.js';
import { IdempotencyRecord, type KeptResponse, sealedFor } from './idempotency-record.schema.js';

/** How often `begin` tries when a concurrent request takes or releases the key in between. */
const MAX_ATTEMPTS = 5;

/** The exclusive right to execute a call and to store its response. */
export type Attempt = Pick<IdempotencyRecord, '_id' | 'attempt' | 'callId'>;

/** The response to a call; `body` is undefined when it cannot be stored. */
export type Outcome = Omit<CallResponse, 'body'> & { body: string | undefined; retryAfter: unknown };

/**
 * Executes calls with an `Idempotency-Key` once (behaviour D8). Costs two store commands: one before the call and one
 * after.
 */
@Injectable()
export class IdempotencyService {
  private readonly beginning = new WriteBatcher((records: IdempotencyRecord[]) => this.insertTogether(records));
  private readonly ending = new WriteBatcher((updates: mongo.AnyBulkWriteOperation<IdempotencyRecord>[]) =>
    this.records.bulkWrite(updates, { ordered: false }),
  );

  constructor(
    @InjectModel(IdempotencyRecord.name) private readonly model: Model<IdempotencyRecord>,
    private readonly secretBox: SecretBox,
    private readonly computation: Computation,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Begins a call: returns an attempt, which must be {@link end}ed, or the response to an earlier attempt. Throws 409 while
   * a concurrent request is in progress, and 422 when the key was used for another call or the response was too large to
   * be stored.
   */
  async begin(environment: EnvironmentRef, key: string, request: CallRequest): Promise<Attempt | CallResponse> {
    const fresh = await this.newRecord(environment, key, request);
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      if ((await this.beginning.add([fresh])).has(fresh)) return fresh;
      const known = await this.records.findOne({ _id: fresh._id });
      if (!known) continue;
      const state = stateOf(known, fresh.request, this.clock.now());
      switch (state.kind) {
        case 'completed':
          return this.open(sealedFor(known), state.response);
        case 'other_request':
          throw new ValidationException({}, 'The Idempotency-Key was used for another request before');
        case 'running':
          throw stillRunning();
        case 'no_response':
        case 'expired': {
          const next = state.kind === 'expired' ? fresh : Object.assign({}, fresh, { callId: known.callId });
          if (await this.takeOver(known, next)) return next;
        }
      }
    }
    throw stillRunning();
  }

  /**
   * Stores the response to a call. After a response that is not final the next attempt may begin, but the record stays,
   * because an error may occur after the work was done. When the store cannot be reached the response is sent anyway, and
   * a repetition gets 409 until the attempt has expired.
   */
  async end({ _id, attempt }: Attempt, { retryAfter, ...response }: Outcome): Promise<void> {
    const now = this.clock.now();
    const $set = isFinal(response.status, retryAfter)
      ? { answer: this.seal(_id, response), expiresAt: this.expiryFrom(now) }
      : { runningUntil: now };
    try {
      await this.ending.add([{ updateOne: { filter: { _id, attempt }, update: { $set } } }]);
    } catch (error) {
      this.logger.warn({ err: error }, 'A response could not be kept for repetitions of its call');
    }
  }

  private async newRecord(environment: EnvironmentRef, key: string, request: CallRequest): Promise<IdempotencyRecord> {
    const now = this.clock.now();
    const work = { environmentId: environment.id };
    return {
      _id: recordId(environment, key),
      environmentId: environment.id,
      request: await requestHash(environment, request, () => this.computation.turn(work)),
      callId: randomUUID(),
      attempt: new Types.ObjectId(),
      runningUntil: later(now, this.config.idempotencyLeaseSeconds * 1000),
      expiresAt: this.expiryFrom(now),
    };
  }

  /** Returns the records that were inserted; the keys of the others are in use. */
  private async insertTogether(records: IdempotencyRecord[]): Promise<Set<IdempotencyRecord>> {
    try {
      await this.records.insertMany(records, { ordered: false });
      return new Set(records);
    } catch (error) {
      const lost = lostWrites(error);
      return new Set(records.filter((_record, index) => !lost.has(index)));
    }
  }

  private async takeOver({ _id, attempt }: IdempotencyRecord, next: IdempotencyRecord): Promise<boolean> {
    return (await this.records.replaceOne({ _id, attempt }, next)).matchedCount === 1;
  }

  private seal(_id: string, { status, contentType, body }: Omit<Outcome, 'retryAfter'>): KeptResponse {
    const isKept = body !== undefined && Buffer.byteLength(body) <= this.config.maxKeptAnswerBytes;
    return {
      status,
      ...(contentType !== undefined && { contentType }),
      ...(isKept && { sealedBody: this.secretBox.seal(body, _id) }),
    };
  }

  private open(recordId: string, { status, contentType, sealedBody }: KeptResponse): CallResponse {
    if (sealedBody === undefined) {
      const message = `The request was carried out before, with the status ${status}; its response was too large to be kept`;
      throw new ValidationException({}, message);
    }
    const body = this.secretBox.open(sealedBody, recordId);
    return { status, ...(contentType !== undefined && { contentType }), body };
  }

  private expiryFrom(now: Date): Date {
    return later(now, this.config.idempotencyKeyHours * HOUR_MS);
  }

  private get records(): mongo.Collection<IdempotencyRecord> {
    return rawCollection<IdempotencyRecord>(this.model);
  }
}

function stillRunning(): TryAgainException {
  return new TryAgainException('A request with this Idempotency-Key is being carried out, try again');
}

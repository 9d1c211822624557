import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { TryAgainException } from '../../platform/errors/exceptions.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { WriteBatcher } from '../../platform/write-batcher.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Logger } from '../../platform/logging/logger.js';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { lostWrites } from '../../platform/persistence/store-errors.js';
import { type CallResponse, type AskedFor, isFinal, recordId, requestHash, standingOf } from './rules.js';
import { IdempotencyRecord, type KeptResponse, sealedFor } from './idempotency-record.schema.js';

const HOUR_MS = 3_600_000;

/** How often a key is taken that somebody else lets go of at the same moment. */
const MAX_ATTEMPTS = 5;

/** The right to carry out a call, and to say what came of it. */
export type Attempt = Pick<IdempotencyRecord, '_id' | 'attempt' | 'callId'>;

/** What became of a call; `body` is undefined when it cannot be kept. */
export type Outcome = Omit<CallResponse, 'body'> & { body: string | undefined; retryAfter: unknown };

/** Carries out calls with an `Idempotency-Key` once (behaviour D8). Costs two commands: one before the call and one after. */
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
   * Begins a call: returns the attempt that is to be {@link end}ed, or the answer that the call had before. Throws 409
   * while somebody else carries it out, and 422 when the key stands for another call or the answer was too large to keep.
   */
  async begin(environment: EnvironmentRef, key: string, askedFor: AskedFor): Promise<Attempt | CallResponse> {
    const fresh = await this.newRecord(environment, key, askedFor);
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      if ((await this.beginning.add([fresh])).has(fresh)) return fresh;
      const known = await this.records.findOne({ _id: fresh._id });
      if (!known) continue;
      const standing = standingOf(known, fresh.request, this.clock.now());
      switch (standing.kind) {
        case 'answered':
          return this.open(sealedFor(known), standing.answer);
        case 'other_request':
          throw new ValidationException({}, 'The Idempotency-Key was used for another request before');
        case 'running':
          throw stillRunning();
        case 'unanswered':
        case 'expired': {
          const next = standing.kind === 'expired' ? fresh : Object.assign({}, fresh, { callId: known.callId });
          if (await this.takeOver(known, next)) return next;
        }
      }
    }
    throw stillRunning();
  }

  /**
   * Notes what came of a call. An answer that is not final leaves the call to the next attempt; it is not forgotten,
   * because a failure may come after the work was done. When the store cannot be reached the answer is given all the
   * same, and a repetition waits until the attempt counts no longer.
   */
  async end({ _id, attempt }: Attempt, { retryAfter, ...answer }: Outcome): Promise<void> {
    const now = this.clock.now();
    const $set = isFinal(answer.status, retryAfter)
      ? { answer: this.seal(_id, answer), expiresAt: this.expiryFrom(now) }
      : { runningUntil: now };
    try {
      await this.ending.add([{ updateOne: { filter: { _id, attempt }, update: { $set } } }]);
    } catch (error) {
      this.logger.warn({ err: error }, 'An answer could not be kept for repetitions of its call');
    }
  }

  private async newRecord(environment: EnvironmentRef, key: string, askedFor: AskedFor): Promise<IdempotencyRecord> {
    const now = this.clock.now();
    const work = { environmentId: environment.id.toHexString() };
    return {
      _id: recordId(environment, key),
      environmentId: environment.id,
      request: await requestHash(environment, askedFor, () => this.computation.turn(work)),
      callId: randomUUID(),
      attempt: new Types.ObjectId(),
      runningUntil: new Date(now.getTime() + this.config.idempotencyLeaseSeconds * 1000),
      expiresAt: this.expiryFrom(now),
    };
  }

  /** Those that were stored; of the others the key is in use. */
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
      const message = `The request was carried out before, with the status ${status}; its answer was too large to be kept`;
      throw new ValidationException({}, message);
    }
    const body = this.secretBox.open(sealedBody, recordId);
    return { status, ...(contentType !== undefined && { contentType }), body };
  }

  private expiryFrom(now: Date): Date {
    return new Date(now.getTime() + this.config.idempotencyKeyHours * HOUR_MS);
  }

  private get records(): mongo.Collection<IdempotencyRecord> {
    return rawCollection<IdempotencyRecord>(this.model);
  }
}

function stillRunning(): TryAgainException {
  return new TryAgainException('A request with this Idempotency-Key is being carried out, try again');
}

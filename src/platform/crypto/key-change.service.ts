import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, Model, mongo, Types } from 'mongoose';
import { BackgroundTask } from '../scheduling/background-task.js';
import { Config } from '../config/config.js';
import { Logger, OnceLogger } from '../logging/logger.js';
import { rawCollection } from '../persistence/writes.js';
import { SecretBox, SecretBoxError } from './secret-box.js';
import { type SealedField, type SealedFields, sealedFieldsOf } from './sealed-fields.js';
import { checkSecretKey, recordKeyChange } from './secret-key.js';

/** Documents read and written at a time. */
const BATCH = 500;

type Stored = mongo.Document & { _id: Types.ObjectId | string };
type Change = mongo.AnyBulkWriteOperation<Stored>;

/**
 * Refuses a `SECRET_KEY` that does not match the data, before anything is served or delivered. While both keys are
 * given, it also re-encrypts every secret that is encrypted with the previous `SECRET_KEY`. A value is replaced only if
 * it is unchanged since it was read, so that concurrent changes are not lost, several processes may run this, and an
 * interrupted run is completed by the next start. Runs in the roles `worker` and `all`.
 */
@Injectable()
export class KeyChange implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Stored secrets could not be encrypted again; the next attempt follows'),
    { everyMs: this.config.sweepIntervalSeconds * 1000 },
    async (stop) => {
      await this.run(stop);
      // Nothing is left to do. Not awaited, because it waits for the end of this run.
      void this.task.stop();
    },
  );

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly box: SecretBox,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await checkSecretKey(this.connection, this.box, this.config);
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api' || this.box.previousKeyId === undefined) return;
    void this.task.run();
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Repeats until no value is encrypted with the previous key. Throws when `stop` does. */
  async run(stop: Pick<AbortSignal, 'throwIfAborted'>): Promise<void> {
    const models = Object.values(this.connection.models) as unknown as Model<Stored>[];
    let found: number;
    let values = 0;
    // Values that changed during a round, for example because a document was copied, are found by the next one.
    do {
      found = 0;
      for (const model of models) found += await this.sealAnew(model, stop);
      values += found;
    } while (found > 0);
    await recordKeyChange(this.connection, this.box);
    this.logger.info({ values }, 'SECRET_KEY was changed: the previous one is no longer needed and can be removed');
  }

  /** Re-encrypts the values of a model. Returns how many were encrypted with the previous key and could be read. */
  private async sealAnew(model: Model<Stored>, stop: Pick<AbortSignal, 'throwIfAborted'>): Promise<number> {
    const sealed = sealedFieldsOf(model);
    if (!sealed) return 0;
    const collection = rawCollection(model);
    const projection = Object.fromEntries(sealed.fields.map((field) => [field, 1]));
    let found = 0;
    let changes: Change[] = [];
    const write = async (): Promise<void> => {
      stop.throwIfAborted();
      if (changes.length > 0) await collection.bulkWrite(changes, { ordered: false });
      changes = [];
    };
    for await (const document of collection.find({}, { projection, batchSize: BATCH })) {
      const own = this.changesOf(model, document, sealed);
      found += own.length;
      changes.push(...own);
      if (changes.length >= BATCH) await write();
    }
    await write();
    return found;
  }

  private changesOf(model: Model<Stored>, document: Stored, sealed: SealedFields<Stored>): Change[] {
    return sealed
      .find(document)
      .filter(({ value }) => value.startsWith(`${this.box.previousKeyId}:`))
      .flatMap((field) => this.changeOf(model, document, field) ?? []);
  }

  private changeOf(
    { modelName }: Model<Stored>,
    { _id }: Stored,
    { path, value, recordId }: SealedField,
  ): Change | undefined {
    try {
      const sealed = this.box.seal(this.box.open(value, recordId), recordId);
      return { updateOne: { filter: { _id, [path]: value }, update: { $set: { [path]: sealed } } } };
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      // The value could not be read before either, so it must not hold up the change.
      this.logger.warn({ err: error, record: modelName, id: String(_id), path }, 'A stored secret cannot be read');
      return undefined;
    }
  }
}

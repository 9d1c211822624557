import { createRequire } from 'node:module';
import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, MongooseModule } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Logger } from '../logging/logger.js';
import './connection-writes.js';
import { databaseName } from './database-name.js';

/**
 * How soon a store that does not answer is noticed: it is asked every second, and without an answer for two and a half
 * more the operations under way fail. Together with the wait for another server that is less than five seconds, in which
 * a request is answered in any case. An operation may take as long as it likes while the store answers.
 */
const NOTICING = { heartbeatFrequencyMS: 1000, connectTimeoutMS: 2500, serverSelectionTimeoutMS: 1400 };

/**
 * Keys that mongoose leaves out wherever it copies an object. `prototype` is one that callers may use; what it is left out
 * for, reaching a class through `constructor.prototype`, is prevented by `constructor` alone.
 */
const LEFT_OUT = createRequire(import.meta.url)('mongoose/lib/helpers/specialProperties') as Set<string>;
LEFT_OUT.delete('prototype');

/** Brings stored data into the form of this release; tells of each change of form with the documents it has changed. */
export type Migrate = (
  connection: Connection,
  changed: (migration: string, documents: number) => void,
) => Promise<void>;

const MIGRATE = Symbol('migrate');

/** The connection to the store. Data are in the form of this release, and every index exists, before the application answers its first request. */
@Module({})
export class PersistenceModule implements OnModuleInit {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(MIGRATE) private readonly migrate: Migrate,
    private readonly logger: Logger,
  ) {}

  static forRoot(mongodbUri: string, migrate: Migrate): DynamicModule {
    return {
      module: PersistenceModule,
      providers: [{ provide: MIGRATE, useValue: migrate }],
      imports: [
        MongooseModule.forRoot(mongodbUri, {
          dbName: databaseName(mongodbUri),
          ...NOTICING,
          // Made at the end of the start: data in an older form may not fit a new unique index.
          autoIndex: false,
          // An acknowledged write is on disk, on a majority where there are several servers.
          writeConcern: { w: 'majority', journal: true },
        }),
      ],
    };
  }

  async onModuleInit(): Promise<void> {
    const models = Object.values(this.connection.models);
    await Promise.all(models.map((model) => model.init()));
    await this.migrate(this.connection, (migration, documents) => {
      this.logger.info({ migration, documents }, 'Stored data brought into the form of this release');
    });
    await Promise.all(models.map((model) => model.createIndexes()));
  }
}

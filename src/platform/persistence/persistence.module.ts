import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, MongooseModule } from '@nestjs/mongoose';
import type { Connection, Model, mongo } from 'mongoose';
import { Logger } from '../logging/logger.js';
import '../patches/mongoose.js';
import { databaseName } from './database-name.js';

/**
 * How soon an unresponsive store is detected: the driver checks it every second, and running operations fail when there is
 * no response for another two and a half seconds. With the wait for another server that is less than five seconds, after
 * which every request has a response. Operations have no time limit while the store responds.
 */
const DETECTION = { heartbeatFrequencyMS: 1000, connectTimeoutMS: 2500, serverSelectionTimeoutMS: 1400 };

/** Migrates stored data to this release; calls `changed` for each migration with the number of documents it has changed. */
export type Migrate = (
  connection: Connection,
  changed: (migration: string, documents: number) => void,
) => Promise<void>;

const MIGRATE = Symbol('migrate');

/** The connection to the store. Before the application handles its first request, data are migrated and all indexes exist. */
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
          ...DETECTION,
          // Indexes, and collections with them, are created after migrations: old data may violate a new unique index.
          autoIndex: false,
          autoCreate: false,
          // An acknowledged write is on disk, on a majority if there are several servers.
          writeConcern: { w: 'majority', journal: true },
        }),
      ],
    };
  }

  async onModuleInit(): Promise<void> {
    await this.migrate(this.connection, (migration, documents) => {
      this.logger.info({ migration, documents }, 'Stored data brought into the form of this release');
    });
    await Promise.all(Object.values(this.connection.models).map(createIndexes));
  }
}

/** All of a collection by one command; mongoose would send one for each, and one after the other. */
async function createIndexes({ schema, collection }: Model<unknown>): Promise<void> {
  const indexes = schema.indexes().map(([key, options]) => ({ key, ...options }));
  if (indexes.length > 0) await collection.createIndexes(indexes as mongo.IndexDescription[]);
}

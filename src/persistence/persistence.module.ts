import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, MongooseModule } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { databaseName } from './database-name.js';

/** The connection to the store. Every index exists before the application answers its first request. */
@Module({})
export class PersistenceModule implements OnModuleInit {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  static forRoot(mongodbUri: string): DynamicModule {
    return {
      module: PersistenceModule,
      imports: [
        MongooseModule.forRoot(mongodbUri, {
          dbName: databaseName(mongodbUri),
          serverSelectionTimeoutMS: 5000,
          // An acknowledged write is on disk, on a majority where there are several servers.
          writeConcern: { w: 'majority', journal: true },
        }),
      ],
    };
  }

  async onModuleInit(): Promise<void> {
    await Promise.all(Object.values(this.connection.models).map((model) => model.init()));
  }
}

import { Module } from '@nestjs/common';
import { getModelToken, MongooseModule } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { LayoutsModule } from '../layouts/layouts.module.js';
import { Config } from '../platform/config/config.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { AssetContents, StoredContents } from './asset-contents.js';
import { AssetUsage } from './asset-usage.service.js';
import { Asset, AssetContent, AssetContentSchema, AssetSchema } from './asset.schema.js';
import { AssetsController } from './assets.controller.js';
import { AssetsService } from './assets.service.js';
import { S3Contents } from './s3-contents.js';

@Module({
  imports: [
    AuthModule,
    EnvironmentsModule,
    LayoutsModule,
    WorkflowsModule,
    MongooseModule.forFeature([
      { name: Asset.name, schema: AssetSchema },
      { name: AssetContent.name, schema: AssetContentSchema },
    ]),
  ],
  controllers: [AssetsController],
  providers: [
    AssetsService,
    AssetUsage,
    {
      provide: AssetContents,
      inject: [Config, getModelToken(AssetContent.name)],
      useFactory: (config: Config, contents: Model<AssetContent>) =>
        config.assetsS3Url === undefined ? new StoredContents(contents) : new S3Contents(config),
    },
  ],
  exports: [AssetsService, AssetContents],
})
export class AssetsModule {}

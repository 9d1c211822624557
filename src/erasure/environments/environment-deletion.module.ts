import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AssetsModule } from '../../assets/assets.module.js';
import { EnvironmentVariablesModule } from '../../env-variables/environment-variables.module.js';
import { AttachmentsModule } from '../../events/attachments/attachments.service.js';
import { Event, EventSchema } from '../../events/store/event.schema.js';
import { AuthModule } from '../../auth/auth.module.js';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { EnvironmentRemoval } from './environment-removal.service.js';
import { EnvironmentDeletionController } from './environment-deletion.controller.js';
import { EnvironmentDeletion, EnvironmentDeletionSchema } from './environment-deletion.schema.js';
import { EnvironmentDeletions } from './environment-deletions.service.js';
import { EnvironmentRestoration } from './environment-restoration.service.js';
import { EnvironmentRemovalWorker } from './environment-removal.worker.js';

@Module({
  imports: [
    AssetsModule,
    AttachmentsModule,
    AuthModule,
    EnvironmentsModule,
    EnvironmentVariablesModule,
    MongooseModule.forFeature([
      { name: EnvironmentDeletion.name, schema: EnvironmentDeletionSchema },
      { name: Event.name, schema: EventSchema },
    ]),
  ],
  controllers: [EnvironmentDeletionController],
  providers: [EnvironmentDeletions, EnvironmentRemoval, EnvironmentRemovalWorker, EnvironmentRestoration],
  exports: [EnvironmentRemoval],
})
export class EnvironmentDeletionModule {}

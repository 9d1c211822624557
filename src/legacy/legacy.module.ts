import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { EventsModule } from '../events/events.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { LegacyApplication, LegacyApplicationSchema } from './applications/legacy-application.schema.js';
import { LegacyApplicationsController } from './applications/legacy-applications.controller.js';
import { LegacyApplicationsService } from './applications/legacy-applications.service.js';
import { LegacyCredentials } from './applications/legacy-credentials.service.js';
import { LegacySample } from './legacy-sample.service.js';
import { LegacyNotificationsService } from './sending/legacy-notifications.service.js';
import { NotificationType, NotificationTypeSchema } from './types/notification-type.schema.js';
import { NotificationTypesController } from './types/notification-types.controller.js';
import { NotificationTypesService } from './types/notification-types.service.js';
import { LegacyUser, LegacyUserSchema } from './users/legacy-user.schema.js';
import { UserNumbersService } from './users/user-numbers.service.js';

/** The legacy API: its applications, which the main API manages, and sending. `surface` puts sending on its own port. */
@Module({
  imports: [
    AuthModule,
    EventsModule,
    NotificationsModule,
    SubscribersModule,
    WorkflowsModule,
    MongooseModule.forFeature([
      { name: LegacyApplication.name, schema: LegacyApplicationSchema },
      { name: NotificationType.name, schema: NotificationTypeSchema },
      { name: LegacyUser.name, schema: LegacyUserSchema },
    ]),
  ],
  controllers: [LegacyApplicationsController, NotificationTypesController],
  providers: [
    LegacyApplicationsService,
    LegacyCredentials,
    LegacyNotificationsService,
    LegacySample,
    NotificationTypesService,
    UserNumbersService,
  ],
  exports: [LegacySample],
})
export class LegacyModule {}

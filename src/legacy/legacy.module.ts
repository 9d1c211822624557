import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuthModule } from '../auth/auth.module.js';
import { EnvironmentLookup } from '../auth/environment-lookup.service.js';
import { RequestLimits } from '../auth/request-limits.js';
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
import { BasicAuthGuard } from './surface/basic-auth.guard.js';
import { LegacyNotificationsController } from './surface/legacy-notifications.controller.js';
import { NotificationType, NotificationTypeSchema } from './types/notification-type.schema.js';
import { NotificationTypesController } from './types/notification-types.controller.js';
import { NotificationTypesService } from './types/notification-types.service.js';
import { LegacyUser, LegacyUserSchema } from './applications/legacy-user.schema.js';

/** The legacy API: its applications, which the main API manages, and sending. */
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
  ],
  exports: [LegacySample],
})
export class LegacyModule {}

/** The routes of the legacy API, on a port of their own. They use services of the main application. */
@Module({})
export class LegacySurfaceModule {
  static on(main: INestApplicationContext): DynamicModule {
    return {
      module: LegacySurfaceModule,
      controllers: [LegacyNotificationsController],
      providers: [
        BasicAuthGuard,
        ...[LegacyCredentials, LegacyNotificationsService, EnvironmentLookup, RequestLimits].map((service) => ({
          provide: service,
          useValue: main.get<object>(service, { strict: false }),
        })),
      ],
    };
  }
}

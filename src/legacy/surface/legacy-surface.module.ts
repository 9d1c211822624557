import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { LegacyCredentials } from '../applications/legacy-credentials.service.js';
import { LegacyNotificationsService } from '../sending/legacy-notifications.service.js';
import { BasicAuthGuard } from './basic-auth.guard.js';
import { LegacyNotificationsController } from './legacy-notifications.controller.js';

/** The routes of the legacy API. What they do is done by services of the main application, which are lent to it. */
@Module({})
export class LegacySurfaceModule {
  static on(main: INestApplicationContext): DynamicModule {
    return {
      module: LegacySurfaceModule,
      controllers: [LegacyNotificationsController],
      providers: [
        BasicAuthGuard,
        ...[LegacyCredentials, LegacyNotificationsService].map((service) => ({
          provide: service,
          useValue: main.get<object>(service, { strict: false }),
        })),
      ],
    };
  }
}

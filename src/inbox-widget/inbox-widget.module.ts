import { Module } from '@nestjs/common';
import { ContextsModule } from '../contexts/contexts.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { PreferencesModule } from '../preferences/preferences.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { SessionOpening } from './opening/session-opening.service.js';
import { SessionProofs } from './opening/session-proof.service.js';
import { SessionsController } from './opening/sessions.controller.js';
import { SessionsModule } from './sessions/sessions.module.js';

/** What inbox widgets in browsers call: adapters onto the services of the API, limited to one subscriber's session. */
@Module({
  imports: [
    ContextsModule,
    EnvironmentsModule,
    IntegrationsModule,
    PreferencesModule,
    SessionsModule,
    SubscribersModule,
  ],
  controllers: [SessionsController],
  providers: [SessionOpening, SessionProofs],
})
export class InboxWidgetModule {}

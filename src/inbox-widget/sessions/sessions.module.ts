import { Module } from '@nestjs/common';
import { EnvironmentsModule } from '../../environments/environments.module.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { SessionTokensModule } from './session-tokens.module.js';
import { SubscriberSessions } from './subscriber-sessions.service.js';

/** For everything that lets subscribers in. */
@Module({
  imports: [EnvironmentsModule, SessionTokensModule, SubscribersModule],
  providers: [SubscriberSessions],
  exports: [SessionTokensModule, SubscriberSessions],
})
export class SessionsModule {}

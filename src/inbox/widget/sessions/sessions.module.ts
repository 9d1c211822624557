import { Module } from '@nestjs/common';
import { AuthModule } from '../../../auth/auth.module.js';
import { SubscribersModule } from '../../../subscribers/subscribers.module.js';
import { BoundIdentifiers } from './bound-identifiers.service.js';
import { SessionTokensModule } from './session-tokens.service.js';
import { SessionGuard } from './session.guard.js';
import { SubscriberSessions } from './subscriber-sessions.service.js';

/** For everything that lets subscribers in. */
@Module({
  imports: [AuthModule, SessionTokensModule, SubscribersModule],
  providers: [BoundIdentifiers, SessionGuard, SubscriberSessions],
  exports: [BoundIdentifiers, SessionTokensModule, SubscriberSessions],
})
export class SessionsModule {}

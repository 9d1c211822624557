import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { SessionsModule } from '../widget/sessions/sessions.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { Connections } from './connections/connections.js';
import { GoneSubscribers } from './connections/gone-subscribers.service.js';
import { CountsTeller } from './counts/counts-teller.js';
import { LivePresenceService } from './presence/live-presence.service.js';
import { AdmissionService } from './sockets/admission.service.js';
import { LiveServer } from './sockets/live-server.service.js';
import { InboxRelay } from './told/inbox-relay.service.js';
import { MissedService } from './told/missed.service.js';
import { UpdatesService } from './told/updates.service.js';

/** Tells inbox widgets what happens while it happens. */
@Module({
  imports: [AuthModule, NotificationsModule, SessionsModule, SubscribersModule],
  providers: [
    AdmissionService,
    Connections,
    CountsTeller,
    GoneSubscribers,
    InboxRelay,
    LivePresenceService,
    LiveServer,
    MissedService,
    UpdatesService,
  ],
})
export class LiveModule {}

import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { SessionsModule } from '../widget/sessions/sessions.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { Connections } from './connections/connections.js';
import { DeletedSubscriberWatcher } from './connections/deleted-subscriber-watcher.service.js';
import { CountsPublisher } from './counts/counts-publisher.js';
import { LivePresenceService } from './live-presence.service.js';
import { AdmissionService } from './sockets/admission.service.js';
import { LiveServer } from './sockets/live-server.service.js';
import { InboxRelay } from './delivery/inbox-relay.service.js';
import { CatchUpService } from './delivery/catch-up.service.js';
import { UpdatesService } from './delivery/updates.service.js';

/** Tells inbox widgets what happens while it happens. */
@Module({
  imports: [AuthModule, NotificationsModule, SessionsModule, SubscribersModule],
  providers: [
    AdmissionService,
    Connections,
    CountsPublisher,
    DeletedSubscriberWatcher,
    InboxRelay,
    LivePresenceService,
    LiveServer,
    CatchUpService,
    UpdatesService,
  ],
})
export class LiveModule {}

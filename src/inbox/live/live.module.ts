import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { InboxWidgetModule } from '../widget/inbox-widget.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { SubscribersModule } from '../../subscribers/subscribers.module.js';
import { Connections } from './connections.js';
import { DeletedSubscriberWatcher } from './deleted-subscriber-watcher.service.js';
import { CountsPublisher } from './counts-publisher.js';
import { LivePresenceService } from './live-presence.service.js';
import { AdmissionService } from './admission.service.js';
import { LiveServer } from './live-server.service.js';
import { UpdatesService } from './updates.service.js';

/** Live updates for inbox widgets, over sockets. */
@Module({
  imports: [AuthModule, InboxWidgetModule, NotificationsModule, SubscribersModule],
  providers: [
    AdmissionService,
    Connections,
    CountsPublisher,
    DeletedSubscriberWatcher,
    LivePresenceService,
    LiveServer,
    UpdatesService,
  ],
  exports: [Connections],
})
export class LiveModule {}

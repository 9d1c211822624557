import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { DeliveryModule } from '../../delivery/delivery.module.js';
import { EventsModule } from '../../events/events.module.js';
import { LiveModule } from '../../inbox/live/live.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { OutboundWebhooksModule } from '../../outbound-webhooks/outbound-webhooks.module.js';
import { RunMetrics } from './run-metrics.js';
import { Scraping } from './scraping.service.js';
import { StoreMetrics } from './store-metrics.js';

/** What is measured for `/metrics`, and read when it is asked for. */
@Module({
  imports: [AuthModule, DeliveryModule, EventsModule, LiveModule, NotificationsModule, OutboundWebhooksModule],
  providers: [RunMetrics, Scraping, StoreMetrics],
})
export class ScrapingModule {}

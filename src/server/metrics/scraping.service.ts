import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import { DeliveryModule } from '../../delivery/delivery.module.js';
import { ProviderAccounts } from '../../delivery/sending/provider-accounts.js';
import { EventsModule } from '../../events/events.module.js';
import { EventsService } from '../../events/store/events.service.js';
import { LiveModule } from '../../inbox/live/live.module.js';
import { Connections } from '../../inbox/live/connections.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { OutboundWebhooksModule } from '../../outbound-webhooks/outbound-webhooks.module.js';
import { DueDeliveries } from '../../outbound-webhooks/sending/due-deliveries.service.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { withTimeout } from '../../platform/deadline.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { VERSION } from '../../platform/package-root.js';
import { monitorCommands } from '../../platform/patches/mongoose.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { RunMetrics } from './run-metrics.js';
import { StoreMetrics } from './store-metrics.js';

/** Time for each group of metrics; a scrape must not wait for a store or a queue that is away. */
const GROUP_MS = 2000;

const NANOSECONDS = 1e9;
const QUANTILES = [0.5, 0.99, 1];

/**
 * One for the process: Node frees none of them before the process ends, with all that is reachable where it is made.
 * It wakes the process a hundred times a second, so it begins when metrics are first read.
 */
const loopDelay = monitorEventLoopDelay();

/** Reads what is only known when it is asked for, and returns it with what was counted. */
@Injectable()
export class Scraping implements OnApplicationShutdown {
  constructor(
    private readonly metrics: Metrics,
    private readonly events: EventsService,
    private readonly environments: EnvironmentLookup,
    private readonly queue: JobQueue,
    private readonly webhooks: DueDeliveries,
    private readonly connections: Connections,
    private readonly accounts: ProviderAccounts,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.metrics.info.set({ version: VERSION, role: config.role }, 1);
  }

  onApplicationShutdown(): void {
    loopDelay.disable();
  }

  /** All metrics of this process as text. Those that cannot be read now keep their value, and say so. */
  async text(): Promise<string> {
    monitorCommands();
    this.readProcess();
    await Promise.all([
      this.attempt('events', () => this.readEvents()),
      this.attempt('queue', () => this.readQueue()),
      this.attempt('webhooks', () => this.readWebhooks()),
    ]);
    return this.metrics.text();
  }

  private async attempt(group: string, read: () => Promise<void>): Promise<void> {
    const failed = await withTimeout(GROUP_MS, read()).then(
      () => false,
      () => true,
    );
    this.metrics.unreadable.set({ group }, failed ? 1 : 0);
  }

  private readProcess(): void {
    const { rss, heapUsed, external } = process.memoryUsage();
    this.metrics.memory.set({ kind: 'rss' }, rss);
    this.metrics.memory.set({ kind: 'heap_used' }, heapUsed);
    this.metrics.memory.set({ kind: 'external' }, external);
    const { user, system } = process.cpuUsage();
    this.metrics.cpuSeconds.set({}, (user + system) / 1e6);
    loopDelay.enable();
    for (const quantile of QUANTILES) {
      const delay = loopDelay.percentile(quantile * 100) / NANOSECONDS;
      this.metrics.eventLoopDelay.set({ quantile: String(quantile) }, delay);
    }
    loopDelay.reset();
    this.metrics.sockets.set({}, this.connections.count);
    this.metrics.breakers.clear();
    const open = this.accounts.openBreakers();
    for (const { channel, id, isRefusing } of open) {
      const labels = { channel, provider: id, reason: isRefusing ? 'account' : 'failures' };
      const same = open.filter((one) => one.channel === channel && one.id === id && one.isRefusing === isRefusing);
      this.metrics.breakers.set(labels, same.length);
    }
  }

  private async readEvents(): Promise<void> {
    const ids = await this.environments.allIds();
    const waiting = await Promise.all(ids.map((id) => this.events.findLongestWaiting(id)));
    this.metrics.openEventAge.set({}, this.ageOf(waiting.flatMap((one) => (one ? [one.since] : []))));
  }

  private async readQueue(): Promise<void> {
    for (const [queue, states] of Object.entries(await this.queue.counts())) {
      for (const [state, jobs] of Object.entries(states)) this.metrics.queueJobs.set({ queue, state }, jobs);
    }
  }

  private async readWebhooks(): Promise<void> {
    const next = await this.webhooks.next();
    this.metrics.webhookAge.set({}, this.ageOf(next ? [next] : []));
  }

  /** Seconds since the earliest of these times; 0 when it has not come, or there is none. */
  private ageOf(times: readonly Date[]): number {
    const earliest = Math.min(...times.map((time) => time.getTime()));
    return Number.isFinite(earliest) ? Math.max(0, (this.clock.now().getTime() - earliest) / 1000) : 0;
  }
}

/** What is measured for `/metrics`, and read when it is asked for. */
@Module({
  imports: [AuthModule, DeliveryModule, EventsModule, LiveModule, NotificationsModule, OutboundWebhooksModule],
  providers: [RunMetrics, Scraping, StoreMetrics],
})
export class ScrapingModule {}

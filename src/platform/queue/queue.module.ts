import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../clock.js';
import { Config } from '../config/config.js';
import { DueTimes } from './due-times.js';
import { Logger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { LocalBuckets, TokenBuckets } from '../rate-limits/token-buckets.js';
import { bullClassesFor, type QueueConnection, queueOptionsOf } from './bull-classes.js';
import { JOB_OPTIONS, JobQueue, QUEUES } from './job-queue.js';
import { LocalPubSub, PubSub } from './pub-sub.js';
import { RedisBuckets } from './redis-buckets.js';
import { bullPrefix } from './redis-client.js';
import { RedisPubSub } from './redis-pub-sub.js';

@Global()
@Module({})
export class QueueModule implements OnApplicationShutdown {
  constructor(
    @Inject(PubSub) private readonly pubSub: PubSub,
    @Inject(TokenBuckets) private readonly buckets: TokenBuckets,
  ) {}

  static forRoot(connection: QueueConnection): DynamicModule {
    Object.assign(BullModule, bullClassesFor(connection));
    return {
      module: QueueModule,
      imports: [
        BullModule.forRootAsync({
          inject: [Config],
          useFactory: ({ queuePrefix }: Config) => ({
            prefix: connection.kind === 'redis' ? bullPrefix(connection.uri, queuePrefix) : queuePrefix,
            connection: queueOptionsOf(connection),
            defaultJobOptions: JOB_OPTIONS,
            // Nothing reads BullMQ's event stream, so little of it is kept.
            streams: { events: { maxLen: 100 } },
          }),
          // Workers begin when the application is complete, and not in processes of the role `api`.
          extraOptions: { manualRegistration: true },
        }),
        BullModule.registerQueue(...Object.values(QUEUES).map((name) => ({ name }))),
      ],
      providers: [
        JobQueue,
        DueTimes,
        {
          provide: PubSub,
          // Without Redis there is one process, so there are no others to notify.
          useFactory: ({ queuePrefix }: Config, logger: Logger) =>
            connection.kind === 'redis'
              ? new RedisPubSub(connection.uri, queuePrefix, logger)
              : new LocalPubSub(logger),
          inject: [Config, Logger],
        },
        {
          provide: TokenBuckets,
          useFactory: ({ queuePrefix }: Config, clock: Clock, logger: Logger, metrics: Metrics) =>
            connection.kind === 'redis'
              ? new RedisBuckets(connection.uri, queuePrefix, clock, logger, metrics)
              : new LocalBuckets(clock),
          inject: [Config, Clock, Logger, Metrics],
        },
      ],
      exports: [PubSub, JobQueue, DueTimes, TokenBuckets],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    this.buckets.close();
    await this.pubSub.close();
  }
}
